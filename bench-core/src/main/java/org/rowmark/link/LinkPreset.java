package org.rowmark.link;

import java.util.stream.Stream;
import org.rowmark.util.Choice;

/** The links that have a name. Their numbers are those of the sources, for orientation: no two networks are alike. */
public enum LinkPreset implements Choice {
    LOOPBACK("rtt=0", "nothing is added: the relay itself"),
    INFINIBAND(
            "rtt=30us,bandwidth=18g",
            "the bandwidth that the published study read wide rows with; the round trip is an assumption,"
                    + " between that of 10 Gbit/s Ethernet and of RDMA"),
    ETHERNET_10G(
            "rtt=40us,bandwidth=10g",
            "20 us end to end between applications: Hurwitz and Feng, Initial End-to-End Performance Evaluation of"
                    + " 10-Gigabit Ethernet, Hot Interconnects 2003"),
    ETHERNET_1G(
            "rtt=200us,bandwidth=1g",
            "the nominal bandwidth; the round trip is an assumption, of two hosts, their interrupts and one switch"),
    SAME_REGION(
            "rtt=1ms,bandwidth=5g",
            "0.9 ms in one zone and 1.6 ms across zones: simonpainter.com/azure-latency-1; 5 Gbit/s for one flow: Amazon"
                    + " EC2 instance network bandwidth"),
    CROSS_REGION(
            "rtt=70ms,bandwidth=5g",
            "5 to 72 ms within North America: Azure network round-trip latency statistics, October 2019; 5 Gbit/s to"
                    + " other regions: Amazon EC2 instance network bandwidth"),
    SATELLITE(
            "rtt=558ms,bandwidth=25m",
            "the least round trip over a geostationary satellite: RFC 2488, section 2; 25 Mbit/s: what the FCC called"
                    + " broadband in 2015");

    private final String parts;
    private final String source;

    LinkPreset(String parts, String source) {
        this.parts = parts;
        this.source = source;
    }

    public String source() {
        return source;
    }

    String parts() {
        return parts;
    }

    public LinkSpec spec() {
        return LinkSpec.parse(id(), id());
    }

    static boolean isName(String name) {
        return Stream.of(values()).anyMatch(preset -> preset.id().equals(name));
    }

    static LinkPreset named(String where, String name) {
        return Choice.parse(where + ": no preset, or parts such as rtt=500us,bandwidth=1g:", name, values());
    }
}

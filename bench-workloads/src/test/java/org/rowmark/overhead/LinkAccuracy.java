package org.rowmark.overhead;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rowmark.link.LinkFacts;
import org.rowmark.link.LinkMeasurement;
import org.rowmark.link.LinkSpec;

/** What simulated links do beside a direct connection, by the measurement that runs make before round 1. */
final class LinkAccuracy {
    private static final List<String> LINKS = List.of(
            "loopback",
            "rtt=20us",
            "rtt=100us",
            "rtt=500us",
            "rtt=1ms",
            "rtt=10ms",
            "bandwidth=10m",
            "bandwidth=100m",
            "bandwidth=1g");

    private LinkAccuracy() {}

    /** Measures all links in each round, and prints the medians and how many rounds held what is set. */
    static void measure(int rounds) throws IOException {
        List<List<LinkFacts.Measured>> measured = LINKS.stream()
                .map(link -> (List<LinkFacts.Measured>) new ArrayList<LinkFacts.Measured>())
                .toList();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < LINKS.size(); i++) {
                measured.get(i).add(LinkMeasurement.of(LinkSpec.parse("link", LINKS.get(i))));
            }
        }
        for (int i = 0; i < LINKS.size(); i++) {
            List<LinkFacts.Measured> of = measured.get(i);
            List<Double> added =
                    of.stream().map(one -> one.addedP50Nanos() / 1e3).sorted().toList();
            System.out.printf(
                    Locale.ROOT,
                    "%-15s added p50 %.1f µs (%.1f to %.1f), added p99 %.1f µs, %s, held in %d of %d%n",
                    LINKS.get(i),
                    PairedValues.median(added),
                    added.get(0),
                    added.get(rounds - 1),
                    PairedValues.median(
                            of.stream().map(one -> one.addedP99Nanos() / 1e3).toList()),
                    LinkFacts.rate(PairedValues.median(of.stream()
                            .map(one -> one.bitsPerSecond().orElse(0))
                            .toList())),
                    of.stream().filter(one -> one.missed().isEmpty()).count(),
                    rounds);
        }
    }
}

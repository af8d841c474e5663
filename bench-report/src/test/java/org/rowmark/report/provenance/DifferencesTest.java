package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rowmark.link.LinkFacts;
import org.rowmark.report.Demos;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.format.Fact;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

class DifferencesTest {
    private static final String GBAK = "Program gbak";

    @Test
    void another_program_of_the_same_server_is_unexpected() {
        Differences differences = between(target("3.0.11", "3.0.11"), target("3.0.11", "3.0.12"));
        assertThat(differences.unexpected())
                .containsExactly(new Differences.Difference(GBAK, List.of("3.0.11", "3.0.12")));
    }

    @Test
    void another_version_of_a_server_has_its_own_programs() {
        Differences differences = between(target("3.0.11", "3.0.11"), target("5.0.2", "5.0.2"));
        assertThat(differences.unexpected()).isEmpty();
        assertThat(differences.intended())
                .extracting(Differences.Difference::name)
                .containsExactly("Version", GBAK);
    }

    @Test
    void the_same_program_is_identical_and_shown_with_its_target() {
        assertThat(between(target("3.0.11", "3.0.11"), target("3.0.11", "3.0.11"))
                        .identical())
                .contains(new Fact(GBAK, "3.0.11"));
        assertThat(Provenance.facts(target("3.0.11", "3.0.11"))).contains(new Fact(GBAK, "3.0.11"));
    }

    @Test
    void a_server_that_did_not_start_has_nothing_that_could_differ() {
        TargetFacts one = target("5.0.2", "5.0.2").withFound(Map.of("work_mem", "4MB"));
        TargetFacts other = target("5.0.2", "5.0.2").withFound(Map.of("work_mem", "8MB"));
        TargetFacts refused = target(TargetFacts.NOT_STARTED, "").requesting(Map.of("work_mem", "-1"));

        assertThat(ofOneRun(one, refused)).isEqualTo(Differences.NONE);
        assertThat(ofOneRun(one, refused, other).unexpected())
                .containsExactly(new Differences.Difference("work_mem", List.of("4MB", "8MB")));
    }

    @Test
    void a_link_and_the_round_trip_over_it_are_intended() {
        TargetFacts near = linked(Optional.empty(), "40 µs");
        TargetFacts far =
                linked(Optional.of(new LinkFacts("500us-1g", 500_000, OptionalLong.of(1_000_000_000), 0)), "540 µs");

        assertThat(between(near, far).unexpected()).isEmpty();
        assertThat(between(near, far).intended())
                .containsExactly(
                        new Differences.Difference(
                                "Placement",
                                List.of("this machine, by TCP over its loopback", "behind a simulated link")),
                        new Differences.Difference("Link", List.of("", "500us-1g: round trip 500 µs, 1000 Mbit/s")));
        assertThat(between(near, linked(Optional.empty(), "540 µs")).unexpected())
                .extracting(Differences.Difference::name)
                .containsExactly("round trip");
    }

    @Test
    void the_way_to_a_local_socket_is_intended() {
        String level = "isolation level";
        TargetFacts tcp = connected("loopback", Optional.empty(), Map.of(level, "serializable", "round trip", "40 µs"));
        TargetFacts socket = connected(
                "socket",
                Optional.empty(),
                Map.of(level, "serializable", "round trip", "10 µs", "socketFactory", "Unix"));

        assertThat(between(tcp, socket).unexpected()).isEmpty();
        assertThat(between(tcp, socket).intended())
                .extracting(Differences.Difference::name)
                .containsExactly("Placement", "Connection: socketFactory");
    }

    @Test
    void the_huge_pages_of_a_server_that_was_started_with_large_pages_are_intended() {
        TargetFacts off = target("5.0.2", "5.0.2")
                .requesting(Map.of("large-pages", "off"))
                .withFound(Map.of("huge_pages", "off", "huge pages held", "0 MiB", "work_mem", "4MB"));
        TargetFacts on = off.requesting(Map.of("large-pages", "on"))
                .withFound(Map.of("huge_pages", "on", "huge pages held", "16 MiB", "work_mem", "8MB"));

        assertThat(between(off, on).unexpected())
                .extracting(Differences.Difference::name)
                .containsExactly("work_mem");
    }

    @Test
    void what_the_run_recorded_to_follow_from_a_setting_is_intended() {
        TargetFacts small = following("page_buffers")
                .requesting(Map.of("memory", "16M"))
                .withFound(Map.of("memory in force", "16M", "page_buffers", "2048", "sweep", "1"));
        TargetFacts large = small.requesting(Map.of("memory", "64M"))
                .withFound(Map.of("memory in force", "64M", "page_buffers", "8192", "sweep", "2"));

        assertThat(between(small, large).unexpected())
                .extracting(Differences.Difference::name)
                .containsExactly("sweep");
        assertThat(between(small, large).intended())
                .extracting(Differences.Difference::name)
                .containsExactly("memory in force", "page_buffers", "memory");
    }

    @Test
    void what_a_link_was_measured_to_do_is_no_difference() {
        LinkFacts link = new LinkFacts("1ms", 1_000_000, OptionalLong.empty(), 0);
        TargetFacts one = linked(Optional.of(link.with(measured(1_010_000))), "1 ms");
        TargetFacts other = linked(Optional.of(link.with(measured(1_020_000))), "1 ms");

        assertThat(between(one, other).intended()).isEmpty();
        assertThat(between(one, other).unexpected()).isEmpty();
        assertThat(Provenance.facts(one))
                .contains(new Fact(
                        "Link, measured", "adds 1010.0 µs at the median and 1100.0 µs at p99, passes 20.8 Gbit/s"));
    }

    @Test
    void what_a_commit_waits_for_is_unexpected_unless_the_run_varies_it() {
        TargetFacts waits = durable("H2", "commit waits for the disk: yes (sync)");
        TargetFacts waitsToo = durable("Derby", "commit waits for the disk: yes (full)");
        TargetFacts doesNot = durable("HSQLDB", "commit waits for the disk: no (500 ms)");
        TargetFacts off = durable("H2", "commit waits for the disk: no (off)").requesting(Map.of("sync", "off"));
        TargetFacts other = durable("H2", "commit waits for the disk: no (off)");

        assertThat(ofOneRun(waits, waitsToo).unexpected()).isEmpty();
        assertThat(ofOneRun(waits, doesNot).unexpected())
                .containsExactly(
                        new Differences.Difference("Durability", List.of(waits.durability(), doesNot.durability())));
        assertThat(ofOneRun(waits, other).unexpected())
                .extracting(Differences.Difference::name)
                .containsExactly("Durability");
        assertThat(between(waits, doesNot).unexpected())
                .extracting(Differences.Difference::name)
                .contains("Durability");
        assertThat(ofOneRun(waits.requesting(Map.of("sync", "on")), off).unexpected())
                .isEmpty();
    }

    private static TargetFacts durable(String product, String durability) {
        TargetFacts target = target("3.0.11", "3.0.11");
        return new TargetFacts(
                product.toLowerCase(Locale.ROOT),
                product,
                product,
                target.server(),
                target.url(),
                target.version(),
                target.driver(),
                target.driverJars(),
                durability,
                target.settings(),
                target.serverSettings(),
                Set.of(),
                target.programs(),
                target.placement(),
                target.link(),
                target.environment());
    }

    private static LinkFacts.Measured measured(long nanos) {
        return new LinkFacts.Measured(nanos, 1_100_000, OptionalDouble.of(20.81e9), List.of());
    }

    @Test
    void the_JVMs_of_targets_that_choose_them_are_intended_differences() {
        TargetFacts old = target("3.0.11", "3.0.11").measuredBy("17.0.15, Debian, collector Serial");
        TargetFacts young = target("3.0.11", "3.0.11").measuredBy("25.0.3, Eclipse Adoptium, collector Z");

        Differences differences =
                ofOneRun(old.requesting(Map.of("java", "/jdk17")), young.requesting(Map.of("java", "/jdk25")));

        assertThat(differences.intended())
                .containsExactlyInAnyOrder(
                        new Differences.Difference(
                                "JVM of its forks",
                                List.of("17.0.15, Debian, collector Serial", "25.0.3, Eclipse Adoptium, collector Z")),
                        new Differences.Difference("java", List.of("/jdk17", "/jdk25")));
        assertThat(differences.unexpected()).isEmpty();
    }

    @Test
    void another_size_of_the_data_is_unexpected() {
        Provenance small = Provenance.of(RestoreDemo.run(), RunCells.of(RestoreDemo.run()), "small");
        Provenance none = Provenance.of(Demos.complete(), List.of(), "none");
        assertThat(Differences.of(List.of(small, none)).unexpected())
                .contains(new Differences.Difference("Size", List.of("scale 0.06 of the published size", "")));
    }

    @Test
    void a_copy_of_the_data_on_one_side_only_is_unexpected() {
        TargetFacts loaded = from(5_000, OptionalLong.empty());
        TargetFacts copied = from(0, OptionalLong.of(1_000));

        assertThat(between(loaded, copied).unexpected())
                .containsExactly(new Differences.Difference("Data: files", List.of("", "copied from the cache")));
        assertThat(between(copied, from(70_000, OptionalLong.of(2_000))).unexpected())
                .isEmpty();
        assertThat(Provenance.facts(from(70_000, OptionalLong.of(2_000))))
                .contains(new Fact("Data", "loaded in 1 min 10 s, then copied from the cache in 2 s"));
    }

    private static TargetFacts from(long loadMillis, OptionalLong copyMillis) {
        return target("3.0.11", "3.0.11").from(new TargetEnvironment.DataOrigin(loadMillis, copyMillis));
    }

    private static Differences between(TargetFacts a, TargetFacts b) {
        RunRecord run = Demos.interrupted();
        return Differences.of(List.of(source(run, List.of(a), "before"), source(run, List.of(b), "after")));
    }

    private static Differences ofOneRun(TargetFacts... targets) {
        return Differences.of(List.of(source(Demos.interrupted(), List.of(targets), "")));
    }

    private static Provenance source(RunRecord run, List<TargetFacts> targets, String name) {
        Provenance source = Provenance.of(run, RunCells.of(run), name);
        return new Provenance(
                name,
                source.when(),
                source.scale(),
                source.control(),
                source.procedure(),
                source.environment(),
                targets,
                "");
    }

    private static TargetFacts target(String version, String gbak) {
        return new TargetFacts(
                "firebird",
                "firebird",
                "Firebird",
                "local",
                "jdbc:firebird:x",
                version,
                "Jaybird 6",
                List.of(),
                "",
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of("gbak", gbak),
                "loopback",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }

    /** Returns a target with a reported setting that follows from another. */
    private static TargetFacts following(String name) {
        TargetFacts target = target("3.0.11", "3.0.11");
        return new TargetFacts(
                target.name(),
                target.database(),
                target.product(),
                target.server(),
                target.url(),
                target.version(),
                target.driver(),
                target.driverJars(),
                target.durability(),
                target.settings(),
                target.serverSettings(),
                Set.of(name),
                target.programs(),
                target.placement(),
                target.link(),
                target.environment());
    }

    private static TargetFacts linked(Optional<LinkFacts> link, String roundTrip) {
        return connected(link.isPresent() ? "link" : "loopback", link, Map.of("round trip", roundTrip));
    }

    private static TargetFacts connected(String placement, Optional<LinkFacts> link, Map<String, String> connection) {
        TargetFacts target = target("3.0.11", "3.0.11");
        return new TargetFacts(
                target.name(),
                target.database(),
                target.product(),
                target.server(),
                target.url(),
                target.version(),
                target.driver(),
                target.driverJars(),
                target.durability(),
                target.settings(),
                target.serverSettings(),
                Set.of(),
                target.programs(),
                placement,
                link,
                new TargetEnvironment(Map.of(), connection, Map.of(), Map.of()));
    }
}

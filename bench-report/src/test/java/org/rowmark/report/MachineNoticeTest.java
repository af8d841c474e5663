package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.format.Fact;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

class MachineNoticeTest {
    private static final String LINUX = "Ubuntu 24.04, kernel 6.8";
    private static final String WINDOWS = "Windows Server 2022";

    @TempDir
    private Path temp;

    @Test
    void a_comparison_of_two_machines_has_a_badge() throws IOException {
        CompareRuns compare = compare(PageFillDemo.on("lin-1", LINUX), PageFillDemo.on("win-1", WINDOWS));
        String notice = "measured on several machines: lin-1, win-1";
        View view = compare.model().views().get(0);
        assertThat(view.badges().get(0)).isEqualTo(Badge.warning(notice));
        assertThat(TextReport.of(compare.model())).contains("! " + notice);
        assertThat(MarkdownReport.comment(compare.model())).contains("**" + notice + "**");
        assertThat(Rendered.html(compare.model())).contains(notice);
        assertThat(view.badges()).extracting(Badge::text).contains("not interleaved: drift is not ruled out");
        assertThat(Shown.metric(view, "rows/s")).hasSize(2);
    }

    @Test
    void differences_of_the_machines_are_listed_and_not_unexpected() throws IOException {
        Differences differences = compare(PageFillDemo.on("lin-1", LINUX), PageFillDemo.on("win-1", WINDOWS))
                .model()
                .views()
                .get(0)
                .results()
                .differences();
        assertThat(differences.machines())
                .contains(
                        new Differences.Difference("Host", List.of("lin-1", "win-1")),
                        new Differences.Difference("System", List.of(LINUX, WINDOWS)));
        assertThat(differences.unexpected()).isEmpty();
    }

    @Test
    void another_kernel_of_the_same_machine_is_unexpected() throws IOException {
        View view = compare(PageFillDemo.on("lin-1", LINUX), PageFillDemo.on("lin-1", LINUX + ".1"))
                .model()
                .views()
                .get(0);
        assertThat(view.results().differences().machines()).isEmpty();
        assertThat(view.results().differences().unexpected())
                .extracting(Differences.Difference::name)
                .contains("System");
        assertThat(view.badges())
                .extracting(Badge::text)
                .anyMatch(text -> text.startsWith("environment differs: System"));
    }

    @Test
    void facts_of_a_machine_are_not_repeated_under_another_name() {
        Fact processor = new Fact("Processor", "EPYC");
        Fact cores = new Fact("Cores", "2");
        Fact sockets = new Fact("sockets", "2");
        Fact fewer = new Fact("cores", "1");
        Provenance one = source("lin-1", processor, cores, new Fact("cpu", "EPYC"), sockets, fewer);
        assertThat(one.machine().get(true)).contains(processor, cores);
        assertThat(one.machine().get(false)).containsExactly(sockets, fewer);
        Provenance other = source("win-1", new Fact("Processor", "Xeon"), new Fact("cpu", "Xeon"));
        assertThat(Differences.of(List.of(one, other)).machines())
                .extracting(Differences.Difference::name)
                .containsExactly("Host", "Processor");
    }

    private static Provenance source(String host, Fact... facts) {
        List<Fact> environment = new ArrayList<>(List.of(new Fact(Provenance.HOST, host)));
        environment.addAll(List.of(facts));
        return new Provenance(host, "", Optional.empty(), Optional.empty(), List.of(), environment, List.of(), "");
    }

    @Test
    void servers_of_one_run_may_be_on_two_machines() {
        Differences differences = of(
                target("host", "a", Map.of("os", LINUX, "host", "lin-1"), Map.of()),
                target("host", "b", Map.of("os", WINDOWS, "host", "win-1"), Map.of()));
        assertThat(differences.machines())
                .extracting(Differences.Difference::name)
                .containsExactly("Machine: host", "Machine: os");
        assertThat(differences.unexpected()).isEmpty();
    }

    @Test
    void a_fact_that_one_side_does_not_report_is_no_difference() {
        Differences differences = of(
                target("a", "a", Map.of("os", LINUX, "cpu", "x"), Map.of()),
                target("b", "b", Map.of("os", LINUX), Map.of()));
        assertThat(differences.machines()).isEmpty();
        assertThat(differences.unexpected()).isEmpty();
        assertThat(differences.identical()).contains(new Fact("Machine: os", LINUX));
    }

    @Test
    void round_trips_are_measurements_and_unexpected_only_from_twice_as_long_on() {
        Differences alike = of(
                target("a", "a", Map.of(), Map.of("round trip", "50 µs", "connect", "2 ms")),
                target("a", "b", Map.of(), Map.of("round trip", "0.09 ms", "connect", "9 ms")));
        assertThat(alike.unexpected()).isEmpty();
        Differences far = of(
                target("a", "a", Map.of(), Map.of("round trip", "50 µs")),
                target("a", "b", Map.of(), Map.of("round trip", "0.11 ms")));
        assertThat(far.unexpected())
                .containsExactly(new Differences.Difference("round trip", List.of("50 µs", "0.11 ms")));
        Differences embedded = of(
                target("a", "a", Map.of(), Map.of("round trip", "50 µs")),
                target("b", "b", Map.of(), Map.of("round trip", "1 µs")));
        assertThat(embedded.unexpected()).isEmpty();
    }

    @Test
    void a_setting_that_only_one_server_has_off_its_default_is_unexpected_unless_intended() {
        TargetFacts plain = changed("a", Map.of(), Map.of("work_mem", "4MB"));
        assertThat(of(plain, changed("b", Map.of(), Map.of("work_mem", "4MB", "jit", "off")))
                        .unexpected())
                .containsExactly(new Differences.Difference("jit", List.of("(default)", "off")));
        assertThat(of(plain, changed("b", Map.of("jit", "off"), Map.of("work_mem", "4MB", "jit", "off")))
                        .unexpected())
                .isEmpty();
    }

    private static Differences of(TargetFacts... targets) {
        Provenance source = Provenance.of(Demos.interrupted(), List.of(), "");
        return Differences.of(List.of(new Provenance(
                "",
                source.when(),
                source.scale(),
                source.control(),
                source.procedure(),
                source.environment(),
                List.of(targets),
                "")));
    }

    @Test
    void another_isolation_level_is_unexpected_between_products_too_unless_it_was_set() {
        Map<String, String> repeatable = Map.of("isolation level", "repeatable-read");
        TargetFacts plain = target("a", "a", Map.of(), Map.of("isolation level", "read-committed"));
        TargetEnvironment set = new TargetEnvironment(Map.of(), repeatable, Map.of(), Map.of());

        assertThat(of(plain, target("b", "b", Map.of(), repeatable)).unexpected())
                .containsExactly(new Differences.Difference(
                        "Connection: isolation level", List.of("read-committed", "repeatable-read")));
        assertThat(of(plain, target("b", "b", repeatable, set)).unexpected()).isEmpty();
    }

    private static TargetFacts target(
            String database, String name, Map<String, String> host, Map<String, String> connection) {
        return target(database, name, Map.of(), new TargetEnvironment(host, connection, Map.of(), Map.of()));
    }

    private static TargetFacts changed(String name, Map<String, String> requested, Map<String, String> changed) {
        return target("a", name, requested, new TargetEnvironment(Map.of(), Map.of(), changed, Map.of()));
    }

    private static TargetFacts target(
            String database, String name, Map<String, String> requested, TargetEnvironment environment) {
        return new TargetFacts(
                name,
                database,
                database,
                "external",
                "jdbc:x",
                "1",
                "driver",
                List.of(),
                "",
                requested,
                Map.of(),
                Set.of(),
                Map.of(),
                "remote",
                Optional.empty(),
                environment);
    }

    private CompareRuns compare(RunRecord a, RunRecord b) throws IOException {
        Path before = Files.createDirectory(temp.resolve("before"));
        Path after = Files.createDirectory(temp.resolve("after"));
        Saved.save(a, before);
        Saved.save(b, after);
        return CompareRuns.of(before, after, Optional.empty(), ReportOptions.NONE);
    }
}

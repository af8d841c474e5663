package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.db.TargetsFile;
import org.rowmark.link.LinkFacts;
import org.rowmark.link.LinkSpec;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Payload;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Links that vary: targets, their names, what a study sets, and what is recorded of them. */
class LinkSweepTest {
    private static final Target SERVER = Target.builtIn("mariadb", "mariadb", ServerKind.LOCAL);
    private static final Target EMBEDDED = Target.builtIn("h2", "h2", ServerKind.EMBEDDED);

    @TempDir
    Path temp;

    @Test
    void makes_a_target_of_each_link_and_names_it() {
        LinkSweep links = link("none").with(link("ethernet-1g")).with(link("rtt=500us,bandwidth=1g"));

        List<Target> targets = links.of(List.of(SERVER, EMBEDDED), true);

        assertThat(targets)
                .extracting(Target::name)
                .containsExactly("mariadb", "mariadb@ethernet-1g", "mariadb@500us-1g", "h2");
        assertThat(targets.get(0)).isEqualTo(SERVER);
        assertThat(targets.get(2).link()).contains(LinkSpec.parse("", "rtt=500us,bandwidth=1g"));
        assertThat(links.notes(targets))
                .containsExactly(
                        "h2 is measured without a link: no link can lie between: the database is embedded in the"
                                + " measuring JVM");
    }

    @Test
    void refuses_targets_that_no_link_can_lie_before() {
        assertThatThrownBy(() -> link("rtt=1ms").of(List.of(EMBEDDED, EMBEDDED.named("other")), true))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'h2': no link can lie between: the database is embedded in the measuring JVM");
        assertThat(link("rtt=1ms").of(List.of(EMBEDDED), false)).containsExactly(EMBEDDED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ database: h2, link: satellite } | target 'x': no link can lie between: the database is embedded",
                "{ database: mariadb, placement: socket, link: rtt=1ms } | target 'x': no link can lie between:"
                        + " placement: socket",
                "{ database: mariadb, link: rtt=1 } | target 'x': link: 'rtt=1': rtt=1 is no time up to 10s, such as 500us",
            })
    void a_targets_file_names_what_is_wrong_with_a_link(String entry, String problem) {
        assertThatThrownBy(() -> file("targets: { x: " + entry + " }"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void a_target_of_a_file_has_its_link_under_its_own_name_and_a_run_replaces_it() throws IOException {
        Targets targets = file("targets: { far: { database: mariadb, link: 'rtt=70ms' } }");
        RunOptions answers = RunOptions.NONE.workloads(List.of("answers")).targets(List.of("far"));

        RunRequest own = RunRequest.resolve(answers, Workloads.all(), targets);
        RunRequest other = RunRequest.resolve(answers.with(RunOption.LINK, link("rtt=1ms")), Workloads.all(), targets);

        assertThat(own.what().targets()).singleElement().satisfies(target -> {
            assertThat(target.name()).isEqualTo("far");
            assertThat(target.link().orElseThrow().name()).isEqualTo("70ms");
        });
        assertThat(names(other)).containsExactly("far@1ms");
        assertThat(other.what().targets().get(0).link().orElseThrow().name()).isEqualTo("1ms");
    }

    @Test
    void a_user_replaces_the_links_of_a_study() throws IOException {
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study(""));
        RunOptions fewer = options.with(RunOption.LINK, link("satellite,port=5999"))
                .with(RunOption.LINK, link("rtt=2ms"))
                .with(RunOption.SEED, 5L);

        assertThat(names(request(options))).containsExactly("h2-tcp@0us", "h2-tcp@1ms", "h2-mem");
        assertThat(request(options).what().varied()).containsExactly("link");
        assertThat(names(request(fewer))).containsExactly("h2-tcp@satellite", "h2-tcp@2ms", "h2-mem");
        assertThat(request(fewer).what().baseline()).isEqualTo("h2-tcp@satellite");
        assertThat(request(fewer).output().command())
                .endsWith(".yaml --link satellite,port=5999 --link rtt=2ms --seed 5");
    }

    @Test
    void a_study_measures_other_workloads_over_the_first_link_only() throws IOException {
        RunOptions options = RunOptions.NONE
                .with(RunOption.STUDY, study("  workloads: [answers]\n"))
                .with(RunOption.DESIGN, DesignChoice.FULL);

        Map<String, List<String>> targets = plan(options).cells().stream()
                .collect(Collectors.groupingBy(
                        cell -> cell.workload(), Collectors.mapping(cell -> cell.target(), Collectors.toList())));

        assertThat(targets)
                .isEqualTo(Map.of(
                        "answers",
                        List.of("h2-tcp@0us", "h2-tcp@1ms", "h2-mem"),
                        "one-shot",
                        List.of("h2-tcp@0us", "h2-mem")));
    }

    @Test
    void a_star_varies_the_link_alone_and_measures_a_target_without_one_in_full() throws IOException {
        RunOptions options = RunOptions.NONE
                .with(RunOption.STUDY, study(""))
                .workloads(List.of("answers"))
                .parameters(Map.of("how", List.of("well", "hang")))
                .with(RunOption.DESIGN, DesignChoice.STAR);

        assertThat(plan(options).cells())
                .extracting(cell -> cell.parameters().get("how") + " " + cell.target())
                .containsExactlyInAnyOrder(
                        "well h2-tcp@0us", "well h2-tcp@1ms", "well h2-mem", "hang h2-tcp@0us", "hang h2-mem");
    }

    @Test
    void a_study_names_what_is_wrong_with_its_links() {
        assertThatThrownBy(() -> request(RunOptions.NONE.with(RunOption.STUDY, study("  workloads: [answer]\n"))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("link: workloads: no workload of the study 'answer'; did you mean answers?");
    }

    @Test
    void measures_a_target_against_itself_over_one_link_only() {
        RunOptions aa = RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("h2-tcp"))
                .asAa();

        assertThat(names(request(aa.with(RunOption.LINK, link("rtt=1ms")))))
                .containsExactly("h2-tcp@1ms", "h2-tcp-again@1ms");
        assertThatThrownBy(() -> request(aa.with(RunOption.LINK, link("rtt=1ms").with(link("rtt=2ms")))))
                .hasMessage("aa: excludes --link rtt=1ms --link rtt=2ms; a target is measured against itself");
    }

    @Tag("slow")
    @Test
    void records_the_link_of_a_target_and_what_passed_over_it() throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("payload"))
                .parameters(Map.of("work", List.of("read-once")))
                .targets(List.of("h2-tcp", "h2-mem"))
                .with(RunOption.LINK, link("none"))
                .with(RunOption.LINK, link("rtt=300us,bandwidth=10g"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));

        BenchmarkRun.run(plan(options), RunListener.NONE);

        RunRecord record = RunDirectory.read(temp.resolve("out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(3);
        assertThat(record.manifest().targets())
                .extracting(
                        TargetFacts::name,
                        TargetFacts::placement,
                        target -> target.link().isPresent())
                .containsExactly(
                        tuple("h2-tcp", "loopback", false),
                        tuple("h2-tcp@300us-10g", "link", true),
                        tuple("h2-mem", "embedded", false));
        assertThat(record.manifest().targets().get(1).link()).hasValueSatisfying(link -> {
            LinkFacts.Measured measured = link.measured().orElseThrow();
            assertThat(link)
                    .isEqualTo(new LinkFacts("300us-10g", 300_000, OptionalLong.of(10_000_000_000L), 0).with(measured));
            assertThat(measured.addedP50Nanos()).isGreaterThan(250_000); // a busy machine adds more
            assertThat(measured.bitsPerSecond().orElseThrow()).isBetween(1e6, 2e10);
        });
        assertThat(record.manifest().targets().get(1).settings()).containsEntry("link", "300us-10g");
        Map<Integer, List<Sample>> samples = record.samples().stream().collect(Collectors.groupingBy(Sample::cell));
        assertThat(samples.get(1))
                .allSatisfy(sample -> assertThat(sample.secondary()).doesNotContainKey("link.round-trips"));
        assertThat(samples.get(2)).hasSize(1).allSatisfy(sample -> {
            Map<String, Sample.Metric> metrics = sample.secondary();
            assertThat(metrics.get("link.round-trips").score()).isPositive();
            assertThat(metrics.get("link.round-trips").unit()).isEqualTo("count/op");
            assertThat(metrics.get("link.bytes-received").score()).isGreaterThan((double) Payload.ROWS * Payload.BYTES);
            assertThat(metrics.get("link.bytes-sent").score()).isPositive();
            assertThat(metrics.get("link.segments").score())
                    .isGreaterThanOrEqualTo(2 * metrics.get("link.round-trips").score());
        });
        assertThat(temp.resolve("data")).isEmptyDirectory();
    }

    private String study(String line) throws IOException {
        return Files.writeString(temp.resolve("linked.yaml"), """
                question: What does the way there cost?
                workloads: { answers: , one-shot: }
                targets: [h2-tcp, h2-mem]
                warmups: 0
                iterations: 1
                link:
                  values: [rtt=0, rtt=1ms]
                """ + line).toString();
    }

    private Targets file(String text) throws IOException {
        Path file = Files.writeString(temp.resolve("targets.yaml"), text);
        return Targets.builtIn().with(new TargetsFile(file, name -> null, warning -> {}).read());
    }

    private static LinkSweep link(String text) {
        return RunOption.LINK.parse(text);
    }

    private static List<String> names(RunRequest request) {
        return request.what().targets().stream().map(Target::name).toList();
    }
}

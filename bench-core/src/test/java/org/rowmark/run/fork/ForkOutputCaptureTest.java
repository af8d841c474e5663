package org.rowmark.run.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.plan.Requests.plan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.CounterMode;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.run.Bench;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.run.workloads.Talk;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secret;
import org.rowmark.workload.Workloads;

/** What a fork prints and signals while it measures. */
class ForkOutputCaptureTest {
    @TempDir
    private static Path ofWell;

    /** One run of three iterations, the first of which warms up. */
    private static RunRecord well;

    private static final List<String> MESSAGES = new ArrayList<>();
    private static final ByteArrayOutputStream CONSOLE = new ByteArrayOutputStream();

    @TempDir
    Path temp;

    private final List<String> messages = new ArrayList<>();

    @BeforeAll
    static void talk() throws IOException {
        PrintStream before = System.out;
        PrintStream beforeErr = System.err;
        Secret.of(Talk.SECRET);
        try (PrintStream caught = new PrintStream(CONSOLE, true, StandardCharsets.UTF_8)) {
            System.setOut(caught);
            System.setErr(caught);
            well = run(ofWell, MESSAGES, "well", "-wi", "1", "-i", "2");
            assertThat(System.out).isSameAs(caught);
            assertThat(System.err).isSameAs(caught);
        } finally {
            System.setOut(before);
            System.setErr(beforeErr);
        }
    }

    @Test
    void gives_each_iteration_the_metrics_that_its_fork_signals_until_its_teardown() {
        assertThat(well.samples()).extracting(Sample::secondary).containsExactly(metrics(1), metrics(2), last(3));
        assertThat(well.samples()).extracting(Sample::warmup).containsExactly(true, false, false);
    }

    @Test
    void a_score_that_a_fork_signals_takes_the_place_of_the_time_that_JMH_takes() throws IOException {
        RunRecord record = run("scored", "-wi", "1", "-i", "2");

        assertThat(record.samples()).extracting(Sample::score).containsExactly(0.25, 0.5, 0.75);
        assertThat(record.samples()).extracting(Sample::unit).containsOnly("s/word");
        assertThat(record.samples())
                .allSatisfy(sample -> assertThat(sample.secondary())
                        .doesNotContainKey(ForkSignals.SCORE)
                        .containsKey("phase.data"));
        assertThat(JmhFile.read(temp.resolve("out/jmh.json")).results())
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.primary().unit()).isEqualTo("ms/op");
                    assertThat(result.primary().forks())
                            .extracting(JmhResult.Fork::scores)
                            .containsExactly(List.of(500.0, 750.0));
                });
    }

    @Test
    void gives_each_iteration_the_times_that_its_fork_took_of_single_operations() throws IOException {
        assertThat(well.samples()).hasSize(3);
        for (Sample sample : well.samples()) {
            int talks = (int) sample.secondary().get("checked").score();
            Histogram times = LatencyHistogram.decode(sample.histogram());
            assertThat(times.getNumberOfSignificantValueDigits()).isEqualTo(LatencyHistogram.SIGNIFICANT_DIGITS);
            Histogram expected = LatencyHistogram.empty();
            expected.add(Talk.times(talks));
            assertThat(times).isEqualTo(expected);
        }
        assertThat(log(ofWell)).contains("latencies of 3 operations");
    }

    @Test
    void does_not_mix_them_with_the_times_that_JMH_takes_of_its_own_operations() throws IOException {
        Sample sample = run("well", "-bm", "sample", "-wi", "0", "-i", "1", "-r", "10ms").samples().stream()
                .toList()
                .get(0);

        long talks = (long) sample.secondary().get("checked").score();
        assertThat(talks).isPositive();
        assertThat(LatencyHistogram.decode(sample.histogram()).getTotalCount()).isEqualTo(talks * (talks + 1) / 2);
    }

    @Test
    void publishes_nothing_of_an_iteration_whose_check_fails() throws IOException {
        RunRecord record = run("wrong");

        assertThat(record.samples()).isEmpty();
        assertThat(record.summaries().get(1).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.summaries().get(1).reason()).contains("what was printed is wrong");
        assertThat(log(temp)).contains("unchecked 1.0 #");
    }

    @Test
    void takes_what_forks_print_into_the_log_without_secrets_signals_to_listeners_and_nothing_to_the_console()
            throws IOException {
        assertThat(CONSOLE.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(MESSAGES).hasSize(3).containsOnly("talk how=well on h2-mem: half of it is done");
        assertThat(log(ofWell))
                .containsSubsequence(
                        "phase.data 1.25 s",
                        "plain wörds, in pieces",
                        "talks 1.0 #",
                        "password ***",
                        "",
                        "without an end",
                        "checked 1.0 #")
                .contains("complaints")
                .noneMatch(line -> line.contains("rowmark "));
    }

    @Test
    void leaves_alone_what_other_threads_print() {
        PrintStream before = System.out;
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        try (PrintStream caught = new PrintStream(console, true, StandardCharsets.UTF_8)) {
            System.setOut(caught);
            ForkOutputCapture output = ForkOutputCapture.to(messages::add);
            System.out.println("of this JVM");
            output.end();
        } finally {
            System.setOut(before);
        }

        assertThat(console.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("of this JVM\n");
        assertThat(messages).isEmpty();
    }

    @Test
    void makes_lines_of_pieces_that_cut_characters_in_two() throws IOException {
        byte[] bytes = "zwölf\r\n\nTüren".getBytes(StandardCharsets.UTF_8);
        LineSplitter lines = new LineSplitter(messages::add);

        for (byte piece : bytes) {
            lines.write(new byte[] {piece});
        }
        assertThat(messages).containsExactly("zwölf", "");
        lines.close();
        lines.close();

        assertThat(messages).containsExactly("zwölf", "", "Türen");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shout x",
                "metric phase.data much s",
                "metric phase.data 1",
                "metric",
                "latencies x",
                "second 1 2 x",
                "second 1 2 1 x"
            })
    void shows_signals_that_it_does_not_understand(String signal) {
        List<String> shown = new ArrayList<>();

        new ForkSignalReader(listTo(shown)).accept("\u0001rowmark " + signal);

        assertThat(shown).containsExactly(signal);
    }

    @ParameterizedTest
    @CsvSource({"1.5, 1.5", "0.0, 0", "-3.0, -3", "1.0E-5, 0.00001", "2.5E10, 25000000000", "NaN, NaN"})
    void reads_all_numbers_that_a_fork_writes(String written, double value) {
        List<String> shown = new ArrayList<>();

        new ForkSignalReader(listTo(shown)).accept("\u0001rowmark metric x " + written + " MB/s");

        assertThat(shown).containsExactly("x=" + new Sample.Metric(value, "MB/s"));
    }

    @Test
    void reads_which_data_a_fork_measures_on() {
        List<String> shown = new ArrayList<>();

        new ForkSignalReader(listTo(shown)).accept("\u0001rowmark data rowmark_t narrow v1, 10 rows");

        assertThat(shown).containsExactly("rowmark_t holds narrow v1, 10 rows");
    }

    @Test
    void a_line_can_hold_the_speed_of_the_fork() {
        List<String> shown = new ArrayList<>();
        new ForkSignalReader(listTo(shown)).accept("\u0001rowmark speed 212.5");

        assertThat(shown).containsExactly("speed 212.5");
    }

    @Test
    void a_line_can_hold_what_was_done_in_the_last_seconds() {
        List<String> shown = new ArrayList<>();
        new ForkSignalReader(listTo(shown)).accept("\u0001rowmark recent 812.5 3200000 2");

        assertThat(shown).containsExactly(new Recent(812.5, 3_200_000, 2).toString());
    }

    private static ForkSignalReader.Taker listTo(List<String> shown) {
        return new ForkSignalReader.Taker() {
            @Override
            public void progress(String text) {
                shown.add("progress " + text);
            }

            @Override
            public void metric(String name, Sample.Metric metric) {
                shown.add(name + "=" + metric);
            }

            @Override
            public void latencies(String kind, Histogram times) {
                shown.add(times.getTotalCount() + " times" + kind);
            }

            @Override
            public void second(Instant start, Duration length, int every, Histogram times) {
                shown.add(times.getTotalCount() + " times in " + length);
            }

            @Override
            public void recent(Recent seconds) {
                shown.add(seconds.toString());
            }

            @Override
            public void data(String name, String fingerprint) {
                shown.add(name + " holds " + fingerprint);
            }

            @Override
            public void speed(double millionSteps) {
                shown.add("speed " + millionSteps);
            }

            @Override
            public void line(String text) {
                shown.add(text);
            }
        };
    }

    private static Map<String, Sample.Metric> metrics(int talk) {
        return Map.of(
                "phase.data", new Sample.Metric(talk + 0.25, "s"),
                "talks", new Sample.Metric(talk, "#"),
                "checked", new Sample.Metric(talk, "#"));
    }

    /** JMH tears the trial down before it reports the last iteration's result. */
    private static Map<String, Sample.Metric> last(int talk) {
        return Map.of(
                "phase.data", new Sample.Metric(talk + 0.25, "s"),
                "talks", new Sample.Metric(talk, "#"),
                "checked", new Sample.Metric(talk, "#"),
                "ended", new Sample.Metric(talk, "#"));
    }

    private static List<String> log(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("out/log.txt"));
    }

    private RunRecord run(String how, String... words) throws IOException {
        return run(temp, messages, how, words);
    }

    private static RunRecord run(Path directory, List<String> messages, String how, String... words)
            throws IOException {
        RunOptions options = Bench.options(Workloads.all().of(Talk.class), words)
                .parameters(Map.of("how", List.of(how)))
                .targets(List.of("h2-mem"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.COUNTERS, CounterMode.OFF)
                .with(RunOption.OUT, directory.resolve("out"))
                .with(RunOption.DATA_DIR, directory.resolve("data"));
        RunListener listener = new RunListener() {
            @Override
            public void progress(PlannedCell cell, String text) {
                messages.add(cell.label() + ": " + text);
            }
        };
        return BenchmarkRun.run(plan(options), listener);
    }
}

package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.run.FakeForks;
import org.rowmark.run.output.RunListener;
import org.rowmark.workload.Workloads;

/** {@code compare} and {@code report} on the directories of runs whose forks had given scores. */
class CompareTest {
    private static final Pattern SCORE = Pattern.compile("\"score\":([0-9.Ee+-]+),\"unit\":\"ops/s\",\"operations\"");

    private static final Pattern FILE =
            Pattern.compile("(before|after|slower|less|few-a|few-b|nowhere)(/.*)?|.*\\.(html|json)");

    private static final String NOT_COMPARABLE = """
            before before                       | are the same: there is nothing to compare
            before before/jmh.json              | hold the same measurement
            before nowhere                      | nowhere: there is no such file or directory
            before before/..                    | is no run directory: it holds no run.json
            before/jmh.json empty.json          | empty.json is empty: JMH leaves an empty file
            before/jmh.json nothing.json        | nothing.json holds no result: JMH writes [ ]
            before/jmh.json half.json           | half.json ends in the middle
            before/jmh.json text.json           | text.json cannot be read as JSON
            before/jmh.json object.json         | object.json is JSON, but not JMH's
            before after --fail-on slower       | --fail-on is no option any more; use --fail-if-slower
            before after --margin 3             | --margin '3': give a difference
            before after --row workloads        | no cell has the key 'workloads'; did you mean workload?
            before after --col target           | --col target: there is one value only, h2-mem
            before after --control before       | are the same
            before after --control slower       | began before
            before after --format html          | --format
            before                              | B
            """;

    @TempDir
    static Path temp;

    private static Path directory;

    @BeforeAll
    static void measure() throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));
        measure("before", 5, "raw", "pool");
        measure("after", 5, "raw", "pool");
        // 100 times slower: no noise of the machine gets near
        Files.createDirectory(directory.resolve("slower"));
        Files.copy(directory.resolve("after/run.json"), directory.resolve("slower/run.json"));
        String samples = Files.readString(directory.resolve("after/samples.jsonl"));
        Matcher scores = SCORE.matcher(samples);
        String slower = scores.replaceAll(score ->
                score.group().replace(score.group(1), String.valueOf(Double.parseDouble(score.group(1)) / 100)));
        assertThat(slower).isNotEqualTo(samples);
        Files.writeString(directory.resolve("slower/samples.jsonl"), slower);
        Files.writeString(directory.resolve("empty.json"), "");
        Files.writeString(directory.resolve("nothing.json"), "[\n]\n");
        Files.writeString(directory.resolve("object.json"), "{\"format\": 1}");
        Files.writeString(directory.resolve("text.json"), "Benchmark  Mode  Cnt  Score");
        String whole = Files.readString(directory.resolve("before/jmh.json"));
        Files.writeString(directory.resolve("half.json"), whole.substring(0, whole.length() / 2));
    }

    /** Runs connect on H2 with forks whose scores differ by 2 % from round to round, and less from run to run. */
    private static void measure(String name, int rounds, String... sources) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("connect"))
                .targets(List.of("h2-mem"))
                .parameters(Map.of("source", List.of(sources)))
                .with(RunOption.ROUNDS, rounds)
                .with(RunOption.OUT, directory.resolve(name))
                .with(RunOption.DATA_DIR, temp.resolve("data-" + name));
        int score = 1_000 + name.charAt(name.length() - 1) % 10;
        FakeForks.run(
                Plan.of(RunRequest.resolve(options, Workloads.all(), Targets.builtIn())),
                RunListener.NONE,
                FakeForks.ofOneIteration((cell, time) -> score + 20 * (time % 2)));
    }

    @Test
    void a_slower_copy_closes_the_gate() throws Exception {
        Commands.Result result = compare("before", "slower", "--fail-if-slower");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(3);
        assertThat(result.out())
                .contains("Is slower faster than before on h2-mem?", "! not interleaved: drift is not ruled out")
                .contains("▼ slower");
        assertThat(result.err()).contains("slower: connect source=pool: 0.0");
        assertThat(compare("before", "slower").exitCode()).isZero();
        assertThat(compare("slower", "before", "--fail-if-slower").exitCode()).isZero();
    }

    @Test
    void files_of_JMH_get_the_words_of_their_directories() throws Exception {
        String ofRuns = compare("before", "after").out();
        String ofFiles = compare("before/jmh.json", "after/jmh.json").out();
        String ofBoth = compare("before", "after/jmh.json").out();

        assertThat(ofFiles).contains("! not interleaved: drift is not ruled out");
        assertThat(verdicts(ofFiles)).isNotEmpty().isEqualTo(verdicts(ofRuns));
        assertThat(verdicts(ofBoth)).isEqualTo(verdicts(ofRuns));
    }

    @Test
    void writes_a_comment_and_the_full_report() throws Exception {
        Commands.Result result = compare("before", "slower", "--format", "markdown", "--out", "compared.html");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out())
                .startsWith("### ")
                .contains("  - 2 ▼ slower", "| workload | run |", "<details><summary>");
        assertThat(directory.resolve("compared.html")).content().contains("Is slower faster than before on h2-mem?");
        assertThat(directory.resolve("compared.md")).exists();
        assertThat(directory.resolve("compared-comparison.json")).exists();
        assertThat(result.err()).isEqualTo("report: " + directory.resolve("compared.html") + "\n");
        assertThat(compare("before", "slower", "--out", "compared.html").out())
                .endsWith("report: " + directory.resolve("compared.html") + "\n");
    }

    @Test
    void what_B_lacks_is_named_and_ends_with_2() throws Exception {
        Path less = Files.createDirectories(directory.resolve("less"));
        Files.writeString(less.resolve("run.json"), Files.readString(directory.resolve("slower/run.json")));
        List<String> lines = Files.readAllLines(directory.resolve("slower/samples.jsonl"));
        Files.write(less.resolve("samples.jsonl"), lines.subList(0, lines.size() - 3));

        Commands.Result result = compare("before", "less");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertThat(result.err()).startsWith("B lacks: ").contains("the run ended early");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = NOT_COMPARABLE)
    void what_cannot_be_compared_is_stated_in_one_line(String arguments, String reason) {
        Commands.Result result = compare(arguments);

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: ").contains(reason);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void a_gate_without_words_does_not_open() throws Exception {
        measure("few-a", 1, "pool");
        measure("few-b", 1, "pool");

        Commands.Result result = compare("few-a", "few-b", "--fail-if-slower");

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err()).contains("cannot decide: at most 1 replicate on a side");
        assertThat(result.out()).contains("Is few-b faster than few-a on h2-mem?");
        assertThat(compare("few-a", "few-b").exitCode()).isZero();
    }

    @Test
    void reports_are_looked_at_in_other_ways() {
        Commands.Result result = execute("report before --row workload --col source --baseline pool --out other.html");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.out()).contains("connect", "raw", "pool", "baseline");
        Commands.Result mixed = execute("report before --row workload --margin 10% --out mixed.html");
        assertThat(mixed.out()).contains("! mixes source=");
        assertThat(directory.resolve("mixed.html")).content().contains("mixes source=");
        assertThat(execute("report before --baseline h3 --out none.html").error())
                .contains("--baseline: no column is named 'h3'; valid: h2-mem");
    }

    @Test
    void a_report_is_written_again_from_the_directory_alone() throws IOException {
        assertThat(execute("report before --out first.html").exitCode()).isZero();
        assertThat(execute("report before --out again.html").exitCode()).isZero();

        assertThat(directory.resolve("again.html")).hasSameBinaryContentAs(directory.resolve("first.html"));
        assertThat(directory.resolve("again.md")).exists();
    }

    private static Commands.Result compare(String... words) {
        return execute("compare " + String.join(" ", words));
    }

    /** Executes words of which those with the name of a run or of a file are that of the directory. */
    private static Commands.Result execute(String line) {
        return Commands.run(Stream.of(line.split(" +", -1))
                .map(word ->
                        FILE.matcher(word).matches() ? directory.resolve(word).toString() : word)
                .toArray(String[]::new));
    }

    /** Ratios with their words, in the order of the lines. */
    private static List<String> verdicts(String text) {
        return text.lines()
                .filter(line -> line.contains("×") && line.startsWith("  "))
                .map(line -> line.replaceFirst("^.*?(?=[0-9.,]+×)", ""))
                .toList();
    }
}

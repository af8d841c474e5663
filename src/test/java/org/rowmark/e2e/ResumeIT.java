package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run that is killed, and continued. */
class ResumeIT {
    /** How often to kill: {@code -Drowmark.kills=50} took the figures of docs/evidence/killed-runs.md. */
    private static final int KILLS = Integer.getInteger("rowmark.kills", 3);

    /** The time within which a kill comes, after the start or after a sample. */
    private static final int WITHIN_MILLIS = Integer.getInteger("rowmark.kills.within", 4000);

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long SEED = Long.getLong("rowmark.kills.seed", 20);
    private static final double PROMISED_SECONDS = 5;
    private static final List<String> WORKLOADS =
            KILLS == 1 ? List.of("update-single") : List.of("point-select", "update-single");
    private static final int CELLS = WORKLOADS.size() * 2; // on two targets
    private static final int ROUNDS = KILLS == 1 ? 1 : 2;

    @TempDir
    Path temp;

    private Path directory;
    private Path data;
    private Path out;
    private Map<String, String> environment;

    @BeforeEach
    void makeDirectories() throws IOException {
        directory = Files.createDirectory(temp.resolve("work"));
        data = Files.createDirectory(temp.resolve("data"));
        out = directory.resolve("out");
        temp.toFile().setExecutable(true, false);
        environment = Map.of("ROWMARK_CACHE", temp.resolve("cache").toString());
    }

    @Test
    void loses_no_more_than_the_cell_in_progress_whenever_it_is_killed() throws Exception {
        RequiredServers.assume("postgresql");
        Random random = new Random(SEED);
        List<String> kept = List.of();
        int kills = 0;
        int runs = 0;
        while (kills < KILLS || runs == 0) {
            Process process = start();
            if (kills % 2 == 1) {
                awaitSample(process); // else most kills would come before the first one
            }
            int moment = random.nextInt(WITHIN_MILLIS);
            boolean isKilled = kills < KILLS && !process.waitFor(moment, TimeUnit.MILLISECONDS);
            if (isKilled) {
                process.destroyForcibly().waitFor();
                kills++;
                double seconds = secondsUntilNothingIsLeft();
                List<String> ended = linesOfEndedCells();
                int lost = cellsThatHadNotEnded().size();
                System.out.printf(
                        "kill %d, %d ms later, %s: gone after %.1f s, %d lines kept, %d cell lost%n",
                        kills, moment, phase(), seconds, ended.size(), lost);
                assertThat(seconds).isLessThan(PROMISED_SECONDS * overload());
                assertNoDirectoryAfterTheNextStart();
                assertThat(lost).isLessThanOrEqualTo(1);
                assertBeginsWith(kept, ended);
                kept = ended;
            } else {
                Cli.Result result = Cli.in(directory).finish(process);
                assertThat(result.exitCode()).as(result.err()).isZero();
                assertBeginsWith(kept, linesOfEndedCells());
                assertWhole();
                runs++;
                delete(out);
                kept = List.of();
            }
        }
    }

    @Tag("slow")
    @Test
    void goes_on_in_a_changed_environment_only_if_that_is_accepted() throws Exception {
        int rounds = 4;
        Process process = Cli.in(directory)
                .with(environment)
                .start(words("--target", "h2", "--rounds", "" + rounds).toArray(String[]::new));
        while (linesOfEndedCells().isEmpty()) {
            assertThat(process.isAlive()).isTrue();
            awaitSample(process);
        }
        process.destroyForcibly().waitFor();
        secondsUntilNothingIsLeft();
        assertNoDirectoryAfterTheNextStart();
        List<String> before = linesOfEndedCells();
        Path json = out.resolve("run.json");
        String version = RunDirectory.read(out).manifest().targets().get(0).version();
        Files.writeString(json, Files.readString(json).replace(version, "H2 0.1"));

        Cli.Result refused = Cli.in(directory).with(environment).run("resume", "out");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.error()).contains("h2: version was H2 0.1 and is " + version, "--yes");
        assertThat(linesOfEndedCells()).isEqualTo(before);
        assertThat(RunDirectory.read(out).manifest().progress().status()).isEqualTo(Manifest.Status.RUNNING);

        Cli.Result accepted = Cli.in(directory).with(environment).run("resume", "out", "--yes");

        assertThat(accepted.exitCode()).as(accepted.toString()).isZero();
        assertThat(accepted.out()).contains("h2: version was H2 0.1 and is " + version);
        assertBeginsWith(before, linesOfEndedCells());
        RunRecord record = RunDirectory.read(out);
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(record.outcomes())
                .hasSize(CELLS / 2 * rounds)
                .allSatisfy(outcome -> assertThat(outcome.outcome()).isEqualTo(Outcome.OK));
        assertThat(out.resolve("report.md")).content().contains("continued in a changed environment");
    }

    private Process start() throws IOException {
        if (Files.exists(out.resolve("resume.json")) || Files.exists(out.resolve("run.json"))) {
            return Cli.in(directory).with(environment).start("resume", "out");
        }
        delete(out); // killed before there was anything to continue
        return Cli.in(directory)
                .with(environment)
                .start(words("--target", "h2", "--target", "postgresql", "--rounds", "" + ROUNDS)
                        .toArray(String[]::new));
    }

    private List<String> words(String... more) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(WORKLOADS);
        words.addAll(List.of("-p", "commit=1000", "-p", "rows=1000"));
        words.addAll(List.of(more));
        words.addAll(List.of("--out", "out", "--data-dir", data.toString()));
        words.addAll(Cli.TINY);
        return words;
    }

    /** Waits until there is a sample that was not there before, or the process has ended. */
    private void awaitSample(Process process) throws IOException, InterruptedException {
        int before = wholeLines().size();
        while (process.isAlive() && wholeLines().size() <= before) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private void assertWhole() throws IOException {
        RunRecord record = RunDirectory.read(out);
        assertThat(record.manifest().progress().status()).isEqualTo(Manifest.Status.COMPLETE);
        assertThat(record.outcomes())
                .hasSize(CELLS * ROUNDS)
                .allSatisfy(outcome -> assertThat(outcome.outcome()).isEqualTo(Outcome.OK));
        assertThat(JSON.readTree(Files.readString(out.resolve("jmh.json"))))
                .hasSize(CELLS)
                .allSatisfy(cell -> assertThat(cell.get("forks").asInt()).isEqualTo(ROUNDS));
        assertThat(out.resolve("report.html")).isRegularFile();
        assertThat(Files.readString(out.resolve("report.md"))).doesNotContain("incomplete", "interrupted");
        assertThat(out.resolve("resume.json")).doesNotExist();
        assertThat(out.resolve(".forks")).doesNotExist();
        assertThat(data).isEmptyDirectory();
    }

    private static void assertBeginsWith(List<String> kept, List<String> lines) {
        assertThat(lines).hasSizeGreaterThanOrEqualTo(kept.size());
        assertThat(lines.subList(0, kept.size())).isEqualTo(kept);
    }

    private String phase() throws IOException {
        if (!Files.exists(out.resolve("run.json"))) {
            return Files.exists(out.resolve("resume.json")) ? "preparing" : "before its directory";
        }
        Manifest.Status status = RunDirectory.read(out).manifest().progress().status();
        return status == Manifest.Status.COMPLETE ? "reporting" : "measuring";
    }

    /** Waits until no process of the run is alive; a directory may be left. */
    private double secondsUntilNothingIsLeft() throws InterruptedException {
        long start = System.nanoTime();
        while (isAnythingLeft()) {
            assertThat(System.nanoTime() - start).as("something is left").isLessThan(TimeUnit.SECONDS.toNanos(120));
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Returns how many programs there are for each processor, at least 1: other tests run at the same time. */
    private static double overload() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return Math.max(1, system.getSystemLoadAverage() / system.getAvailableProcessors());
    }

    private boolean isAnythingLeft() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .anyMatch(process -> process.info().commandLine().orElse("").contains(temp.toString()));
    }

    /** Starts Rowmark for something else, which removes the directories of killed runs first. */
    private void assertNoDirectoryAfterTheNextStart() throws Exception {
        assertThat(Cli.in(directory)
                        .with(environment)
                        .run("check", "--target", "h2-mem")
                        .exitCode())
                .isZero();
        assertThat(data).isEmptyDirectory();
    }

    private List<String> wholeLines() throws IOException {
        Path samples = out.resolve("samples.jsonl");
        if (!Files.exists(samples)) {
            return List.of();
        }
        String text = Files.readString(samples, StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Returns the lines of cells that ended, in their order. */
    private List<String> linesOfEndedCells() throws IOException {
        Set<List<Integer>> ended = new HashSet<>();
        List<String> lines = wholeLines();
        for (String line : lines) {
            if (line.contains("\"kind\":\"cell-outcome\"")) {
                ended.add(place(line));
            }
        }
        return lines.stream().filter(line -> ended.contains(place(line))).toList();
    }

    private Set<List<Integer>> cellsThatHadNotEnded() throws IOException {
        Set<List<Integer>> begun = new HashSet<>();
        wholeLines().forEach(line -> begun.add(place(line)));
        linesOfEndedCells().forEach(line -> begun.remove(place(line)));
        return begun;
    }

    private static List<Integer> place(String line) {
        JsonNode json = JSON.readTree(line);
        return List.of(json.get("round").asInt(), json.get("cell").asInt());
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            PathUtils.deleteDirectory(directory);
        }
    }
}

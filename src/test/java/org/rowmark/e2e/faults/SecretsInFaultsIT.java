package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rowmark.e2e.Canary;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.ProcessWatch;
import org.rowmark.e2e.Progress;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;

/** Faults of runs whose targets get their passwords from every source: nothing that fails gives one away. */
@EnabledOnOs(OS.LINUX)
class SecretsInFaultsIT {
    /** Options for faults of cells. */
    private static final String FAULTS = "--warmups 0 --threads 2 --timeout 12s -- -jvmArgsAppend -Xmx64m";

    @TempDir
    Path classes;

    @TempDir
    Path temp;

    private FaultyRun run;

    @BeforeEach
    void makeRun() throws IOException {
        FaultyWorkload.compile(classes);
        FaultyRun faulty = FaultyRun.in(temp).andClasses(classes);
        run = new FaultyRun(
                faulty.cli().with(Map.of("THEIR_PASSWORD", Canary.PASSWORD)), faulty.directory(), faulty.data());
    }

    @Test
    void keeps_a_password_secret_when_memory_disk_locks_driver_or_limit_fail_a_cell() throws Exception {
        assertSecretInFaultsOfCells(SecretTargets.Place.URL, 1);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_from_all_sources_secret_in_faults_of_cells(SecretTargets.Place place) throws Exception {
        assertSecretInFaultsOfCells(place, Integer.MAX_VALUE);
    }

    /** @param most number of targets, each of which has the password from another source */
    private void assertSecretInFaultsOfCells(SecretTargets.Place place, int most) throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "150m");
                SecretTargets targets = place.start(temp, small.path())) {
            Process process = start(targets, most, "-p fault=memory,disk,deadlock,driver,hang " + FAULTS);

            assertThat(reasonsOf(finish(process, watch(process).get())))
                    .anyMatch(reason -> reason.contains("OutOfMemoryError"))
                    .anyMatch(reason -> reason.contains("No space left on device"))
                    .anyMatch(reason -> reason.contains("deadlock detected"))
                    .anyMatch(reason -> reason.contains("thrown by the driver"))
                    .anyMatch(reason -> reason.contains("killed after 12 s, hung in "))
                    .hasSize(Math.min(most, targets.definitions().size()) * 5);
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_secret_when_connections_are_cut_and_when_the_server_is_gone(SecretTargets.Place place)
            throws Exception {
        try (SecretTargets targets = place.start(temp, temp)) {
            int cells = targets.definitions().size();
            Process process = start(targets, "--link rtt=200us --order sequential --rounds 2 --warmups 0");
            CompletableFuture<ProcessWatch> watch = watch(process);
            for (int cell = 1; cell <= cells; cell++) {
                Progress.await(process, run.out("samples.jsonl"), "\"round\":1,\"cell\":" + cell + ",\"warmup\":false");
                FaultyRun.signal(process, "KILL", "org.rowmark.link.Relay");
            }
            Progress.await(process, run.out("samples.jsonl"), "\"round\":2,\"cell\":1,\"warmup\":false");
            targets.die();

            assertThat(reasonsOf(finish(process, watch.get()))).hasSize(cells * 2);
        }
    }

    /** A server by URL answers again when all cells have failed. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_secret_when_the_server_is_stopped(SecretTargets.Place place) throws Exception {
        try (SecretTargets targets = place.start(temp, temp)) {
            int cells = targets.definitions().size();
            Process process = start(targets, "--order sequential --warmups 0 --timeout 10s");
            CompletableFuture<ProcessWatch> watch = watch(process);
            Progress.await(process, run.out("samples.jsonl"), "\"cell\":1,\"warmup\":false");
            targets.stop();
            Progress.await(process, run.out("samples.jsonl"), "\"cell\":" + cells + ",\"outcome\":\"FAILED\"");
            targets.goOn();

            assertThat(reasonsOf(finish(process, watch.get())))
                    .hasSize(cells)
                    .allMatch(reason -> reason.contains("killed after 10 s"));
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_secret_when_the_run_is_killed_and_continued(SecretTargets.Place place) throws Exception {
        try (SecretTargets targets = place.start(temp, temp)) {
            int cells = targets.definitions().size();
            Process process = start(targets, "--order sequential --warmups 0");
            CompletableFuture<ProcessWatch> watch = watch(process);
            Progress.await(process, run.out("samples.jsonl"), "\"cell\":" + Math.min(2, cells) + ",\"warmup\":false");
            process.destroyForcibly().waitFor();
            assertSecret(run.finish(process), watch.get(), run.directory());
            Process continued = run.cli().start("resume", "out");
            ProcessWatch watchOfContinued = watch(continued).get();
            Cli.Result result = run.finish(continued);

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertSecret(result, watchOfContinued, run.directory(), temp.resolve("cache"));
            assertThat(run.record().count(Outcome.OK)).isEqualTo(cells);
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_secret_when_the_disk_of_the_run_directory_is_full(SecretTargets.Place place) throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "2m");
                SecretTargets targets = place.start(temp, temp)) {
            Path out = small.path().resolve("out");
            Path ballast = small.path().resolve("ballast");
            Process process =
                    start(targets, "--order sequential --warmups 0 --iterations 100000 --time 10ms --out " + out);
            CompletableFuture<ProcessWatch> watch = watch(process);
            Progress.await(process, out.resolve("samples.jsonl"), "\"warmup\":false");
            small.fill(ballast);
            Cli.Result result = run.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            Files.delete(ballast);
            assertSecret(result, watch.get(), out, run.directory());
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void keeps_passwords_secret_when_the_run_directory_is_deleted(SecretTargets.Place place) throws Exception {
        try (SecretTargets targets = place.start(temp, temp)) {
            Process process = start(targets, "--order sequential --warmups 0");
            CompletableFuture<ProcessWatch> watch = watch(process);
            Progress.await(
                    process,
                    run.out("samples.jsonl"),
                    "\"cell\":" + targets.definitions().size() + ",\"warmup\":false");
            PathUtils.deleteDirectory(run.out(""));
            Cli.Result result = run.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            assertSecret(result, watch.get(), run.directory());
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    /** Starts a run on all of the targets. */
    private Process start(SecretTargets targets, String more) throws IOException {
        return start(targets, Integer.MAX_VALUE, more);
    }

    /** Starts a run on the first of the targets. */
    private Process start(SecretTargets targets, int most, String more) throws IOException {
        StringBuilder file = new StringBuilder("targets:\n");
        List<String> words = new ArrayList<>(List.of("run", "faulty"));
        targets.definitions().entrySet().stream().limit(most).forEach(target -> {
            file.append("  ")
                    .append(target.getKey())
                    .append(": ")
                    .append(target.getValue())
                    .append('\n');
            words.addAll(List.of("--target", target.getKey()));
        });
        words.addAll(List.of(
                "--targets-file",
                Files.writeString(temp.resolve("targets.yaml"), file).toString()));
        words.addAll(List.of(more.split(" ", -1)));
        return run.start(words.toArray(String[]::new));
    }

    private CompletableFuture<ProcessWatch> watch(Process process) {
        return ProcessWatch.start(process, run.data());
    }

    /** The run has ended; all cells have failed, and nothing that can be seen holds a password. */
    private RunRecord finish(Process process, ProcessWatch watch) throws IOException, InterruptedException {
        Cli.Result result = run.finish(process);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertSecret(result, watch, run.directory());
        assertThat(run.data()).isEmptyDirectory();
        return run.record();
    }

    /** Nothing holds a password that a fork had; of a canary, what no file encodes. */
    private static void assertSecret(Cli.Result result, ProcessWatch watch, Path... directories) throws IOException {
        assertThat(watch.seen()).anyMatch(words -> words.contains("org.openjdk.jmh.runner.ForkedMain"));
        assertThat(watch.passwords()).isNotEmpty();
        Set<String> secrets = watch.passwords().values().stream()
                .map(password -> password.contains(Canary.END) ? Canary.END : password)
                .collect(Collectors.toSet());
        for (String secret : secrets) {
            assertThat(watch.holding(secret)).isEmpty();
            assertThat(result.out() + result.err()).doesNotContain(secret);
            for (Path directory : directories) {
                assertThat(Canary.filesHolding(directory, secret)).isEmpty();
            }
        }
    }

    private static List<String> reasonsOf(RunRecord record) {
        return record.outcomes().stream()
                .map(outcome -> outcome.reason())
                .filter(reason -> !reason.isEmpty())
                .toList();
    }
}

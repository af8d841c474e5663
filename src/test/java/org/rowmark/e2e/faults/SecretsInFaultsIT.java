package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.databases.support.launch.PostgresqlImage;
import org.rowmark.e2e.Canary;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.PasswordServer;
import org.rowmark.e2e.ProcessWatch;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;

/** Faults of cells whose targets get their password from every source: nothing that fails gives it away. */
@EnabledOnOs(OS.LINUX)
class SecretsInFaultsIT {
    private static final List<String> SOURCES = List.of("variable", "file", "literal", "url", "property");

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
                faulty.cli()
                        .with(Map.of(
                                "THEIR_PASSWORD",
                                Canary.PASSWORD,
                                "ROWMARK_CACHE",
                                temp.resolve("cache").toString())),
                faulty.directory(),
                faulty.data());
    }

    @Test
    void keeps_passwords_secret_when_memory_disk_locks_driver_or_limit_fail_a_cell() throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "150m");
                PasswordServer server = PasswordServer.start("postgresql", small.path(), Canary.PASSWORD)) {
            Process process = start(server, words("-p fault=memory,disk,deadlock,driver,hang " + FAULTS));

            assertThat(reasonsOf(finish(process, watch(process).get(), Canary.SONG)))
                    .anyMatch(reason -> reason.contains("OutOfMemoryError"))
                    .anyMatch(reason -> reason.contains("No space left on device"))
                    .anyMatch(reason -> reason.contains("deadlock detected"))
                    .anyMatch(reason -> reason.contains("thrown by the driver"))
                    .anyMatch(reason -> reason.contains("killed after 12 s, hung in "))
                    .hasSize(SOURCES.size() * 5);
        }
    }

    @Test
    void keeps_passwords_secret_when_connections_are_cut_and_when_the_server_is_gone() throws Exception {
        try (PasswordServer server = PasswordServer.start("postgresql", temp, Canary.PASSWORD)) {
            Process process = start(server, words("--link rtt=200us --order sequential --rounds 2 --warmups 0"));
            CompletableFuture<ProcessWatch> watch = watch(process);
            for (int cell = 1; cell <= SOURCES.size(); cell++) {
                run.await(process, run.out("samples.jsonl"), "\"round\":1,\"cell\":" + cell + ",\"warmup\":false");
                FaultyRun.signal(process, "KILL", "org.rowmark.link.Relay");
            }
            run.await(process, run.out("samples.jsonl"), "\"round\":2,\"cell\":1,\"warmup\":false");
            server.die();

            assertThat(reasonsOf(finish(process, watch.get(), Canary.SONG))).hasSize(SOURCES.size() * 2);
        }
    }

    /** The server answers again when all cells have failed. */
    @Test
    void keeps_passwords_secret_when_the_server_is_stopped() throws Exception {
        try (PasswordServer server = PasswordServer.start("postgresql", temp, Canary.PASSWORD)) {
            Process process = start(server, words("--order sequential --warmups 0 --timeout 10s"));
            CompletableFuture<ProcessWatch> watch = watch(process);
            run.await(process, run.out("samples.jsonl"), "\"cell\":1,\"warmup\":false");
            server.signal("STOP");
            run.await(process, run.out("samples.jsonl"), "\"cell\":" + SOURCES.size() + ",\"outcome\":\"FAILED\"");
            server.signal("CONT");

            assertThat(reasonsOf(finish(process, watch.get(), Canary.SONG)))
                    .hasSize(SOURCES.size())
                    .allMatch(reason -> reason.contains("killed after 10 s"));
        }
    }

    @Test
    void keeps_passwords_secret_when_the_run_is_killed_and_continued() throws Exception {
        try (PasswordServer server = PasswordServer.start("postgresql", temp, Canary.PASSWORD)) {
            Process process = start(server, words("--order sequential --warmups 0"));
            CompletableFuture<ProcessWatch> watch = watch(process);
            run.await(process, run.out("samples.jsonl"), "\"cell\":2,\"warmup\":false");
            process.destroyForcibly().waitFor();
            assertSecret(run.finish(process), watch.get(), run.directory());
            Process continued = run.cli().start("resume", "out");
            ProcessWatch watchOfContinued = watch(continued).get();
            Cli.Result result = run.finish(continued);

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertSecret(result, watchOfContinued, run.directory(), temp.resolve("cache"));
            assertThat(run.record().count(Outcome.OK)).isEqualTo(SOURCES.size());
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    @Test
    void keeps_passwords_secret_when_the_disk_of_the_run_directory_is_full() throws Exception {
        try (SmallDisk small = SmallDisk.in(temp, "2m");
                PasswordServer server = PasswordServer.start("postgresql", temp, Canary.PASSWORD)) {
            Path out = small.path().resolve("out");
            Path ballast = small.path().resolve("ballast");
            Process process = start(server, words("--warmups 0 --iterations 100000 --time 10ms --out " + out));
            CompletableFuture<ProcessWatch> watch = watch(process);
            run.await(process, out.resolve("samples.jsonl"), "\"warmup\":false");
            small.fill(ballast);
            Cli.Result result = run.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            Files.delete(ballast);
            assertSecret(result, watch.get(), out, run.directory());
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    @Test
    void keeps_passwords_secret_when_the_run_directory_is_deleted() throws Exception {
        try (PasswordServer server = PasswordServer.start("postgresql", temp, Canary.PASSWORD)) {
            Process process = start(server, words("--order sequential --warmups 0"));
            CompletableFuture<ProcessWatch> watch = watch(process);
            run.await(process, run.out("samples.jsonl"), "\"cell\":3,\"warmup\":false");
            PathUtils.deleteDirectory(run.out(""));
            Cli.Result result = run.finish(process);

            assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
            assertSecret(result, watch.get(), run.directory());
            assertThat(run.data()).isEmptyDirectory();
        }
    }

    /** The password is Rowmark's own, which the container's environment has. */
    @Test
    void keeps_the_password_of_a_container_secret_in_all_of_these() throws Exception {
        String image = PostgresqlImage.build();
        Path targets = Files.writeString(
                temp.resolve("targets.yaml"), "targets: { boxed: { database: postgresql, image: '" + image + "' } }");
        Process process = run.start(
                words("run faulty --targets " + targets + " --target boxed -p fault=memory,deadlock,driver,hang,none"
                        + " --order sequential --rounds 2 --link rtt=200us " + FAULTS));
        CompletableFuture<ProcessWatch> watch = watch(process);

        run.await(process, run.out("samples.jsonl"), "\"round\":1,\"cell\":5,\"warmup\":false");
        FaultyRun.signal(process, "KILL", "org.rowmark.link.Relay");
        run.await(process, run.out("samples.jsonl"), "\"round\":2,\"cell\":1");
        String password = PostgresqlImage.kill();

        RunRecord record = finish(process, watch.get(), password);
        assertThat(reasonsOf(record)).hasSize(5 * 2 - 1); // the last cell, on the server that was started again
    }

    private static String[] words(String commandLine) {
        return commandLine.split(" ", -1);
    }

    private Process start(PasswordServer server, String... more) throws IOException {
        String url = server.url();
        Path file = Files.writeString(temp.resolve("password"), Canary.PASSWORD);
        Path targets = Files.writeString(temp.resolve("targets.yaml"), """
                targets:
                  variable: { database: postgresql, url: '%1$s', user: bench, password: '${env:THEIR_PASSWORD}' }
                  file: { database: postgresql, url: '%1$s', user: bench, password: '${file:%2$s}' }
                  literal: { database: postgresql, url: '%1$s', user: bench, password: %3$s }
                  url: { database: postgresql, url: '%1$s%4$suser=bench&password=%6$s' }
                  property:
                    database: postgresql
                    url: '%1$s'
                    user: bench
                    password: '${file:%2$s}'
                    properties: { sslpassword: %5$s }
                """.formatted(
                url, file, Canary.PASSWORD, url.contains("?") ? "&" : "?", Canary.DRIVERS, Canary.PASSWORD_IN_URL));
        List<String> words = new ArrayList<>(List.of("run", "faulty", "--targets", targets.toString()));
        SOURCES.forEach(source -> words.addAll(List.of("--target", source)));
        words.addAll(List.of(more));
        return run.start(words.toArray(String[]::new));
    }

    private CompletableFuture<ProcessWatch> watch(Process process) {
        return ProcessWatch.start(process, run.data());
    }

    /** The run has ended; all cells have failed, and nothing that can be seen holds the password. */
    private RunRecord finish(Process process, ProcessWatch watch, String password)
            throws IOException, InterruptedException {
        Cli.Result result = run.finish(process);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        assertSecret(password, result, watch, run.directory());
        assertThat(run.data()).isEmptyDirectory();
        return run.record();
    }

    private static void assertSecret(Cli.Result result, ProcessWatch watch, Path... directories) throws IOException {
        assertSecret(Canary.SONG, result, watch, directories);
    }

    private static void assertSecret(String password, Cli.Result result, ProcessWatch watch, Path... directories)
            throws IOException {
        assertThat(watch.seen()).anyMatch(words -> words.contains("org.openjdk.jmh.runner.ForkedMain"));
        assertThat(watch.singing(password)).isEmpty();
        assertThat(result.out() + result.err()).doesNotContain(password);
        for (Path directory : directories) {
            assertThat(Canary.filesHolding(directory, password)).isEmpty();
        }
    }

    private static List<String> reasonsOf(RunRecord record) {
        return record.outcomes().stream()
                .map(outcome -> outcome.reason())
                .filter(reason -> !reason.isEmpty())
                .toList();
    }
}

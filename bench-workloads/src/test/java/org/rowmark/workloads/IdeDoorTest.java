package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** Starts every workload as an IDE does: its class from target/classes, on the class path of the tests. */
class IdeDoorTest {
    private static final Map<String, String> SMALL = Map.ofEntries(
            Map.entry("rows", "1000"),
            Map.entry("cursor", "buffered"),
            Map.entry("batchSize", "10"),
            Map.entry("rewrite", "off"),
            Map.entry("fetchSize", "default"),
            Map.entry("commit", "1000"),
            Map.entry("source", "pool"),
            Map.entry("way", "usual"),
            Map.entry("indexes", "active"),
            Map.entry("pageSize", "default"),
            Map.entry("buffers", "default"),
            Map.entry("jobs", "1"),
            Map.entry("payload", "random"));

    /** Targets of workloads that a database in memory cannot run, or not without a download. */
    private static final Map<String, String> TARGETS = Map.of(
            "restore", "sqlite", "server-cursor", "hsqldb", "many-result-sets", "postgresql", "spatial", "mariadb");

    @TempDir
    Path temp;

    /** Those of bench-core's tests, which may be on the class path too, have no main method. */
    static List<Workload> workloads() {
        return Workloads.all().list().stream()
                .filter(workload -> workload.type().getPackage().equals(Restore.class.getPackage()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void measures_and_reports_from_its_main(Workload workload) throws Exception {
        String target = TARGETS.getOrDefault(workload.name(), "h2-mem");
        RequiredServers.assume(Targets.builtIn().named(target));
        List<String> arguments = new ArrayList<>(List.of("-p", "target=" + target));
        workload.parameters().keySet().stream()
                .filter(name -> !name.equals(SqlFiles.PARAMETER))
                .forEach(name -> arguments.addAll(List.of(
                        "-p",
                        name + "="
                                + SMALL.getOrDefault(
                                        name, workload.parameters().get(name).get(0)))));
        if (workload.takes(RunOption.SQL)) {
            Path file = Files.writeString(temp.resolve("a.sql"), "select 1");
            arguments.addAll(List.of("--sql", file.toString()));
        }
        if (workload.takes(RunOption.SCALE)) {
            arguments.addAll(List.of("--scale", "0.0005"));
        }

        String console = main(workload.type(), arguments);

        assertThat(console).contains(workload.takes(RunOption.SCALE) ? "s/op" : "ops/s", "report.html");
        Path run = onlyDirectory(temp.resolve("rowmark-results"));
        RunRecord record = RunDirectory.read(run);
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(run).isDirectoryContaining("glob:**/jmh.json").isDirectoryContaining("glob:**/report.html");
    }

    @Test
    void finds_its_target_in_a_targets_file() throws Exception {
        Files.writeString(
                temp.resolve("targets.yaml"), "targets: { mine: { database: h2, url: 'jdbc:h2:mem:mine' } }\n");

        main(Connect.class, List.of("--targets", "targets.yaml", "-p", "target=mine", "-p", "source=raw"));

        assertThat(RunDirectory.read(onlyDirectory(temp.resolve("rowmark-results")))
                        .manifest()
                        .cells())
                .extracting(PlannedCell::target)
                .containsExactly("mine");
    }

    /** Runs the main of a workload with one short iteration; returns what it prints. */
    private String main(Class<?> workload, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djmh.ignoreLock=true"));
        Stream.of(System.getProperty("rowmark.jvm", "").split("\\s+", -1))
                .filter(option -> !option.isEmpty())
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), workload.getName()));
        command.addAll(arguments);
        command.addAll(List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "50ms"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("console").toFile());
        builder.environment().put("ROWMARK_CACHE", temp.resolve("cache").toString());
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String console = Files.readString(temp.resolve("console"));
        assertThat(process.exitValue()).as(console).isZero();
        return console;
    }

    private static Path onlyDirectory(Path parent) throws IOException {
        try (Stream<Path> directories = Files.list(parent)) {
            List<Path> all = directories.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}

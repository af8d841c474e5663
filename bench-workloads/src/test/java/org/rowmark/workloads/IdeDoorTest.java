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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
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
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** Starts every workload as an IDE does: its class from target/classes, on the class path of the tests. */
@Tag("slow")
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
            Map.entry("pageSize", "default"),
            Map.entry("buffers", "default"),
            Map.entry("jobs", "1"),
            Map.entry("payload", "random"),
            Map.entry("items", "1000"),
            Map.entry("customers", "30"));

    /** Targets of workloads that a database in memory cannot run, or not without a download. */
    private static final Map<String, String> TARGETS = Map.of(
            "restore", "sqlite", "server-cursor", "hsqldb", "many-result-sets", "postgresql", "spatial", "mariadb");

    private static final List<String> SHORT = List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "50ms");
    private static final String CONSOLE = "console";

    @TempDir
    static Path all;

    @TempDir
    Path temp;

    /** Measures with all mains in one JVM: starting one for each would take longer than all else. */
    @BeforeAll
    static void measureWithEachMain() throws Exception {
        List<String> calls = new ArrayList<>(List.of(Mains.class.getName()));
        for (Workload workload : workloads()) {
            Target target = target(workload);
            if (Targets.missing(target).isEmpty() || RequiredServers.isRequired(target.name())) {
                List<String> words = new ArrayList<>(List.of(workload.type().getName()));
                words.addAll(arguments(workload));
                words.addAll(List.of("--out", workload.name()));
                words.addAll(SHORT);
                calls.add(String.join(Mains.SEPARATOR, words));
            }
        }
        java(all, calls);
    }

    /** Those of bench-core's tests, which may be on the class path too, have no main method. */
    static List<Workload> workloads() {
        return Workloads.all().list().stream()
                .filter(workload -> workload.type().getPackage().equals(Restore.class.getPackage()))
                .toList();
    }

    private static Target target(Workload workload) {
        return Targets.builtIn().named(TARGETS.getOrDefault(workload.name(), "h2-mem"));
    }

    private static List<String> arguments(Workload workload) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("-p", "target=" + target(workload).name()));
        workload.parameters().keySet().stream()
                .filter(name -> !name.equals(SqlFiles.PARAMETER))
                .forEach(name -> arguments.addAll(List.of(
                        "-p",
                        name + "="
                                + SMALL.getOrDefault(
                                        name, workload.parameters().get(name).get(0)))));
        if (workload.takes(RunOption.SQL)) {
            Path file = Files.writeString(all.resolve("a.sql"), "select 1");
            arguments.addAll(List.of("--sql", file.toString()));
        }
        if (workload.takes(RunOption.SCALE)) {
            arguments.addAll(List.of("--scale", "0.0005"));
        }
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void measures_and_reports_from_its_main(Workload workload) throws IOException {
        RequiredServers.assume(target(workload));

        Path run = all.resolve(workload.name());
        RunRecord record = RunDirectory.read(run);
        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(run).isDirectoryContaining("glob:**/jmh.json").isDirectoryContaining("glob:**/report.html");
        String console = Files.readString(all.resolve(CONSOLE));
        assertThat(console.substring(
                                console.indexOf(Mains.BEGIN + workload.type().getName() + "\n"))
                        .lines()
                        .skip(1)
                        .takeWhile(line -> !line.startsWith(Mains.BEGIN)))
                .anyMatch(line -> line.matches(workload.takes(RunOption.SCALE) ? ".* s/(op|query).*" : ".*ops/s.*"))
                .anyMatch(line -> line.contains("report.html"));
    }

    @Test
    void finds_its_target_in_a_targets_file() throws Exception {
        Files.writeString(
                temp.resolve("targets.yaml"), "targets: { mine: { database: h2, url: 'jdbc:h2:mem:mine' } }\n");

        List<String> words = new ArrayList<>(List.of(
                Connect.class.getName(), "--targets-file", "targets.yaml", "-p", "target=mine", "-p", "source=raw"));
        words.addAll(SHORT);
        java(temp, words);

        assertThat(RunDirectory.read(onlyDirectory(temp.resolve("rowmark-results")))
                        .manifest()
                        .cells())
                .extracting(PlannedCell::target)
                .containsExactly("mine");
    }

    /** Runs a class with arguments; all must be well. */
    private static void java(Path directory, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Djmh.ignoreLock=true"));
        Stream.of(System.getProperty("rowmark.jvm", "").split("\\s+", -1))
                .filter(option -> !option.isEmpty())
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(words);
        Path console = directory.resolve(CONSOLE);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(console.toFile());
        builder.environment().put("ROWMARK_CACHE", directory.resolve("cache").toString());
        Process process = builder.start();
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(console)).isZero();
    }

    private static Path onlyDirectory(Path parent) throws IOException {
        try (Stream<Path> directories = Files.list(parent)) {
            List<Path> all = directories.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    /** The main methods of several classes, one after the other. */
    static final class Mains {
        static final String SEPARATOR = "\n";
        static final String BEGIN = "main of ";

        private Mains() {}

        /** @param calls each a class and its arguments */
        public static void main(String... calls) throws ReflectiveOperationException {
            for (String call : calls) {
                List<String> words = List.of(call.split(SEPARATOR, -1));
                System.out.println(BEGIN + words.get(0));
                Class.forName(words.get(0)).getMethod("main", String[].class).invoke(null, (Object)
                        words.subList(1, words.size()).toArray(String[]::new));
            }
        }
    }
}

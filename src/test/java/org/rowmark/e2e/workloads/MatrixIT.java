package org.rowmark.e2e.workloads;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.databases.postgresql.PostgresqlPrograms;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.Targets;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.options.RunOption;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * Every workload on every built-in target: it runs, but for what the table in docs/databases.md lists. {@code mvn verify
 * -Pnightly -Dit.test=MatrixIT -Drowmark.golden=update} writes the table. Three targets are measured at a time
 * ({@code junit-platform.properties}): no number matters here. WorkloadsTest and WorkloadsOnServersTest have workloads in
 * the JVM of the test.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class MatrixIT {
    private static final Path PAGE = Path.of("../docs/databases.md");
    private static final boolean UPDATE = "update".equals(System.getProperty("rowmark.golden"));
    private static final String HEAD = "| workload | skipped, and why | on |";
    private static final String COLUMN = " | ";
    private static final String ALL = "all: ";

    /** Before the reason of a skip on those machines only that lack something. */
    private static final Pattern CONDITION = Pattern.compile(" \\| all, without ([^:|]+): ");

    /** What this machine has instead, which is no reason on others. */
    private static final String FOUND_HERE = "; (found|this one is at) .*";

    @TempDir
    Path temp;

    static Collection<String> targets() {
        return Targets.builtIn().names();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void runs_every_workload_or_gives_the_reason_and_leaves_nothing_behind(String target) throws Exception {
        RequiredServers.assume(target);
        try (var study = MatrixIT.class.getResourceAsStream("/matrix.yaml")) {
            Files.copy(study, temp.resolve("matrix.yaml"), StandardCopyOption.REPLACE_EXISTING);
        }
        Path directory = Files.createDirectory(temp.resolve("work"));
        Path data = Files.createDirectory(temp.resolve("data"));
        temp.toFile().setExecutable(true, false);

        Cli.Result result = Cli.in(directory)
                .run(
                        "run",
                        "--study",
                        "../matrix.yaml",
                        "--target",
                        target,
                        "--restart",
                        "round",
                        "--out",
                        "out",
                        "--data-dir",
                        data.toString());

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.count(Outcome.FAILED)).isZero();
        assertThat(record.manifest().cells())
                .extracting(PlannedCell::workload)
                .containsAll(Workloads.all().list().stream()
                        .filter(workload -> !workload.takes(RunOption.SQL)) // has no SQL of its own
                        .map(Workload::name)
                        .toList());
        TargetFacts facts = record.manifest().targets().get(0);
        assertThat(facts.version()).isNotBlank();
        assertThat(facts.durability()).startsWith("commit waits for the disk: ");
        assertThat(data).isEmptyDirectory();
        assertThat(processesNaming(data)).isEmpty();
        Set<String> skips = skips(record);
        assertThat(expectedSkips(target, skips)).containsExactlyInAnyOrderElementsOf(skips);
    }

    private static List<String> processesNaming(Path path) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(path.toString()))
                .toList();
    }

    /** Returns the rows of the page that name the target and are true on this machine, after an update if one is wanted. */
    private Set<String> expectedSkips(String target, Set<String> found) throws IOException, SQLException {
        SortedMap<String, SortedSet<String>> rows = UPDATE ? update(target, found) : rows(Files.readAllLines(PAGE));
        Set<String> expected = new TreeSet<>();
        for (String row : of(target, rows)) {
            Matcher condition = CONDITION.matcher(row);
            if (!condition.find() || lacks(condition.group(1), target)) {
                expected.add(unconditional(row));
            }
        }
        return expected;
    }

    /** Writes what was found, but for what the page has under a condition. */
    private static synchronized SortedMap<String, SortedSet<String>> update(String target, Set<String> found)
            throws IOException {
        List<String> page = Files.readAllLines(PAGE);
        SortedMap<String, SortedSet<String>> rows = rows(page);
        Set<String> added = new TreeSet<>(found);
        for (String row : of(target, rows)) {
            if (CONDITION.matcher(row).find()) {
                added.remove(unconditional(row));
            } else {
                rows.get(row).remove(target);
            }
        }
        added.forEach(skip -> rows.computeIfAbsent(skip, row -> new TreeSet<>()).add(target));
        Files.write(PAGE, with(rows, page));
        return rows;
    }

    private static List<String> of(String target, SortedMap<String, SortedSet<String>> rows) {
        return rows.keySet().stream()
                .filter(row -> rows.get(row).contains(target))
                .toList();
    }

    private static String unconditional(String row) {
        return CONDITION.matcher(row).replaceFirst(COLUMN + ALL);
    }

    private boolean lacks(String thing, String target) throws IOException, SQLException {
        return switch (thing) {
            case "PostGIS" -> !Postgis.isBeside(target, temp.resolve("postgis"));
            case "mysqldump" ->
                Stream.of("mysqldump", "mariadb-dump")
                        .allMatch(name -> InstalledPrograms.find(name).isEmpty());
            case "psql 18" -> latestPsql() < 18;
            default -> throw new AssertionError("nobody knows whether this machine has " + thing);
        };
    }

    /** Returns the latest major version of PostgreSQL's programs that this machine has; 0 for none. */
    private static int latestPsql() throws IOException {
        int latest = 0;
        for (Path directory : InstalledPrograms.directories(PostgresqlPrograms.packaged())) {
            Path psql = directory.resolve("psql");
            if (Files.isExecutable(psql)) {
                Process process = new ProcessBuilder(psql.toString(), "--version").start();
                try (Scanner version = new Scanner(process.getInputStream(), UTF_8)) {
                    String major = version.findInLine("\\d+");
                    latest = Math.max(latest, major == null ? 0 : Integer.parseInt(major)); // Debian's script may fail
                }
            }
        }
        return latest;
    }

    /** Returns the workloads that skip cells, each as the beginning of its row: {@code | workload | in part: reason | }. */
    private static Set<String> skips(RunRecord record) {
        Map<String, List<PlannedCell>> byWorkload =
                record.manifest().cells().stream().collect(Collectors.groupingBy(PlannedCell::workload));
        Set<String> skips = new TreeSet<>();
        byWorkload.forEach((workload, cells) -> {
            Set<String> reasons = new LinkedHashSet<>();
            int runs = 0;
            for (PlannedCell cell : cells) {
                RunRecord.Summary summary = record.summaries().get(cell.number());
                if (summary.outcome() == Outcome.OK) {
                    runs++;
                } else {
                    reasons.add(summary.reason().replaceFirst("^[^:]+: ", "").replaceFirst(FOUND_HERE, ""));
                }
            }
            if (!reasons.isEmpty()) {
                String extent = runs > 0 ? "in part: " : ALL;
                skips.add("| " + workload + COLUMN + extent + String.join("; ", reasons) + COLUMN);
            }
        });
        return skips;
    }

    /** Reads the table of the page: the beginning of each row, and the targets in its last column. */
    private static SortedMap<String, SortedSet<String>> rows(List<String> page) {
        SortedMap<String, SortedSet<String>> rows = new TreeMap<>();
        for (String line : page.subList(begin(page), end(page))) {
            int last = line.lastIndexOf(COLUMN, line.length() - COLUMN.length()) + COLUMN.length();
            String targets = line.substring(last, line.lastIndexOf(" |")).replace("`", "");
            rows.put(line.substring(0, last), new TreeSet<>(List.of(targets.split(", ", -1))));
        }
        return rows;
    }

    private static List<String> with(SortedMap<String, SortedSet<String>> rows, List<String> page) {
        List<String> lines = new ArrayList<>(page.subList(0, begin(page)));
        rows.forEach((row, targets) -> {
            if (!targets.isEmpty()) {
                lines.add(row + "`" + String.join("`, `", targets) + "` |");
            }
        });
        lines.addAll(page.subList(end(page), page.size()));
        return lines;
    }

    private static int begin(List<String> page) {
        return page.indexOf(HEAD) + 2;
    }

    private static int end(List<String> page) {
        int end = begin(page);
        while (end < page.size() && page.get(end).startsWith("|")) {
            end++;
        }
        return end;
    }
}

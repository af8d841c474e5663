package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.Targets;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * Every workload on every built-in target: it runs, or it is skipped for the reason that docs/matrix.md gives. The page
 * is written by {@code mvn verify -Dit.test=MatrixIT -Drowmark.golden=update}.
 */
class MatrixIT {
    private static final Path PAGE = Path.of("../docs/matrix.md");
    private static final boolean UPDATE = "update".equals(System.getProperty("rowmark.golden"));
    private static final String HEAD = "| target |";

    /** What this machine has instead, which is no reason on others. */
    private static final String FOUND_HERE = "; found .*";

    @TempDir
    Path temp;

    static List<String> targets() {
        return List.copyOf(Targets.builtIn().names());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void runs_every_workload_or_says_why_not(String target) throws Exception {
        RequiredServers.assume(target);
        try (var study = MatrixIT.class.getResourceAsStream("/matrix.yaml")) {
            Files.copy(study, temp.resolve("matrix.yaml"), StandardCopyOption.REPLACE_EXISTING);
        }
        Path directory = Files.createDirectory(temp.resolve("work"));

        Cli.Result result =
                Cli.in(directory).run("run", "--study", "../matrix.yaml", "--target", target, "--out", "out");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        assertThat(record.count(Outcome.FAILED)).isZero();
        assertThat(record.manifest().cells())
                .extracting(PlannedCell::workload)
                .containsAll(Workloads.all().list().stream().map(Workload::name).toList());
        if (UPDATE) {
            update(target, rowOf(target, record));
        }
        assertThat(Files.readAllLines(PAGE)).contains(rowOf(target, record));
    }

    /** {@code | target | yes | yes, but reason | …}, a column per workload in the order of the page. */
    private static String rowOf(String target, RunRecord record) {
        Map<String, List<PlannedCell>> byWorkload = record.manifest().cells().stream()
                .collect(Collectors.groupingBy(PlannedCell::workload, LinkedHashMap::new, Collectors.toList()));
        return "| `" + target + "` | "
                + byWorkload.values().stream()
                        .map(cells -> verdict(cells, record))
                        .collect(Collectors.joining(" | "))
                + " |";
    }

    private static String verdict(List<PlannedCell> cells, RunRecord record) {
        List<String> skips = new ArrayList<>();
        int runs = 0;
        for (PlannedCell cell : cells) {
            RunRecord.Summary summary = record.summaries().get(cell.number());
            if (summary.outcome() == Outcome.OK) {
                runs++;
            } else {
                skips.add(summary.reason().replaceFirst("^[^:]+: ", "").replaceFirst(FOUND_HERE, ""));
            }
        }
        String yes = runs > 0 ? "yes" : "no";
        return skips.isEmpty() ? yes : yes + ", but " + String.join("; ", skips);
    }

    private static void update(String target, String row) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
        lines.removeIf(line -> line.startsWith("| `" + target + "` |"));
        int at = lines.indexOf(lines.stream()
                        .filter(line -> line.startsWith(HEAD))
                        .findFirst()
                        .orElseThrow())
                + 2;
        while (at < lines.size()
                && lines.get(at).startsWith("|")
                && lines.get(at).compareTo(row) < 0) {
            at++;
        }
        lines.add(at, row);
        Files.write(PAGE, lines);
    }
}

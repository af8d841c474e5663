package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.result.query.QueryPlans;

/** The study spatial on two servers, one of which lacks some functions, and a database with a wrong answer. */
@Tag("slow")
class SpatialIT {
    @TempDir
    private Path temp;

    @Test
    void the_study_compares_each_query_and_names_those_that_a_database_lacks() throws Exception {
        RequiredServers.assume("postgresql");
        RequiredServers.assume("mariadb");
        temp.toFile().setExecutable(true, false);
        assumeThat(Postgis.isBeside("postgresql", temp.resolve("postgis")))
                .as("PostGIS beside PostgreSQL")
                .isTrue();

        Cli.Result result = Cli.in(temp)
                .run(("run --study spatial --target postgresql --target mariadb --rounds 1 --warmups 0 --iterations 1"
                                + " --scale 0.0005 --out out --data-dir data")
                        .split(" ", -1));

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(temp.resolve("out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(4);
        assertThat(record.samples().stream()
                        .map(sample -> sample.secondary().keySet())
                        .filter(metrics -> metrics.contains("phase.01-area")))
                .hasSize(4)
                .areExactly(2, containing("phase.10-union"))
                .areExactly(4, containing("phase-cpu.01-area"));
        assertThat(Files.readString(temp.resolve("out/report.md")))
                .contains("PostGIS ", "skipped: MySQL up to 8.0 and MariaDB up to 11.4 have no union of a group")
                .contains("cpu\\_time\\_gain\\_linux\\_overall | 7.5 |")
                .contains("| query | workload | target | elapsed (ms) | server CPU (ms) | spatial index |")
                .containsPattern("\\| 16-box-small \\| .*index=on.* \\| postgresql \\|.*\\| used \\|")
                .containsPattern("\\| 16-box-small \\| .*index=off.* \\| postgresql \\|.*\\| not used \\|");
        assertThat(record.queries().plans()).extracting(QueryPlans::target).hasSize(4);
        String page = Files.readString(temp.resolve("out/report.html"));
        String drawing = page.substring(
                page.indexOf("<h3>", page.indexOf(">Queries</")),
                page.indexOf("</figure>", page.indexOf(">Queries</")));
        assertThat(drawing).contains("What the queries ask", "18-box-large").hasSizeLessThan(60_000);
    }

    @Test
    void a_wrong_answer_fails_the_cell_with_both_answers_and_the_first_object_in_the_report() throws Exception {
        // of each new connection
        String change = "alter table if exists rowmark_areas_indexed alter column district set data type bigint"
                + " using district + 1";
        Files.writeString(
                temp.resolve("targets.yaml"),
                "targets: { map: { database: h2, url: 'jdbc:h2:file:" + temp.resolve("map") + ";INIT=" + change
                        + "' } }");

        Cli.Result result = Cli.in(temp)
                .run(("run spatial --targets-file targets.yaml --target map --rounds 1 --warmups 0 --iterations 1"
                                + " --scale 0.0001 --counters off --out out")
                        .split(" ", -1));

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        for (String report : List.of("report.md", "report.html")) {
            assertThat(Files.readString(temp.resolve("out").resolve(report)))
                    .contains("query 04-point-in-polygon: the answer is 384 rows with keys ")
                    .contains(", and that of JTS on the generated map is 384 rows with keys ")
                    .containsPattern("; first difference: object 1 with 8 has \\d+\\.0, and not 1\\.0")
                    .contains("; also: 10-union");
        }
    }

    private static Condition<Set<String>> containing(String name) {
        return new Condition<>(names -> names.contains(name), name);
    }
}

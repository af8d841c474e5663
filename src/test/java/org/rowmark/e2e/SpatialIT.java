package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;

/** The study spatial on two servers, one of which lacks some functions. */
class SpatialIT {
    @TempDir
    private Path temp;

    @Test
    void the_study_compares_each_query_and_names_those_that_a_database_lacks() throws Exception {
        RequiredServers.assume("postgresql");
        RequiredServers.assume("mariadb");

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
                .areExactly(2, containing("phase.10-union"));
        assertThat(Files.readString(temp.resolve("out/report.md")))
                .contains("PostGIS ", "skipped: MySQL up to 8.0 and MariaDB up to 11.4 have no union of a group")
                .contains("cpu time gain linux overall");
    }

    private static Condition<Set<String>> containing(String name) {
        return new Condition<>(names -> names.contains(name), name);
    }
}

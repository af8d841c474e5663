package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.e2e.Cli;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.SqlScript;
import org.rowmark.result.directory.RunDirectory;

/** SQL files of a user's own, from the command line to the report. */
class SqlIT {
    private static final String SETUP = """
            create table orders (id integer primary key, customer integer);
            insert into orders values (1, 1), (2, 1), (3, 2);
            """;

    @TempDir
    Path root;

    private Path temp;

    @BeforeEach
    void write() throws IOException {
        temp = Files.createDirectory(root.resolve("work"));
        Files.writeString(temp.resolve("setup.sql"), SETUP);
        Files.writeString(
                temp.resolve("a.sql"), "select count(*) from orders where customer = ?;\nselect id from orders");
        Files.writeString(
                temp.resolve("b.sql"), "select count(id) from orders where customer = ?;\nselect 4 - id from orders");
        Files.writeString(temp.resolve("other.sql"), "select 7;\nselect id from orders");
        Files.writeString(temp.resolve("wrong.sql"), "select 1;\n\nselect nothing from orders");
        Files.writeString(temp.resolve("p.csv"), "customer\n1\n2\n");
    }

    @Test
    void compares_files_with_the_first_one_and_keeps_the_others_where_one_fails() throws Exception {
        Cli.Result result = Cli.in(temp)
                .runTiny(
                        "--target",
                        "h2",
                        "--sql",
                        "a.sql",
                        "--sql",
                        "b.sql",
                        "--sql",
                        "other.sql",
                        "--sql",
                        "wrong.sql",
                        "--sql-setup",
                        "setup.sql",
                        "--sql-params",
                        "p.csv",
                        "--same-result",
                        "--rounds",
                        "1",
                        "--out",
                        "out");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        RunRecord record = RunDirectory.read(temp.resolve("out"));
        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(record.summaries().get(3).reason())
                .contains("other.sql on h2 returned 2 rows, checksum ", "; a.sql on h2: 2 rows, checksum ");
        assertThat(record.summaries().get(4).reason())
                .contains("wrong.sql, statement 2, line 3: ", "\"NOTHING\""); // in the user's language
        assertThat(record.scripts()).extracting(SqlScript::name).contains("a.sql", "b.sql");
        assertThat(temp.resolve("out/report.md"))
                .content()
                .contains("How do a.sql, b.sql, other.sql, wrong.sql compare on h2?", "Plan of a.sql on h2")
                .containsPattern("(?m)^- sql target=h2: .*b\\.sql .+ a\\.sql");
    }
}

package org.rowmark.workloads.restore.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.ExplainedRestore;
import org.rowmark.workloads.restore.Inventory;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** Every restore method on a private server. */
class PostgresqlRestoreTest extends RestoreContract {
    private final RestoreMethod archive = method("pg_restore");
    private final RestoreMethod script = method("psql");

    PostgresqlRestoreTest() {
        super("postgresql");
    }

    @ParameterizedTest
    @CsvSource({"1, schema data indexes", "4, schema"})
    void one_program_reports_tables_and_the_phases_that_do_not_overlap(int jobs, String phases)
            throws IOException, SQLException {
        Backup backup = backup(archive);
        RestoreJob one = job(backup, true, OptionalInt.empty());
        List<String> lines = new ArrayList<>();
        PreparedRestore restoring = archive.prepare(
                running(),
                new RestoreJob(one.backup(), one.name(), true, one.pageSize(), one.buffers(), jobs, lines::add));

        long programs = programs();
        restoring.run();

        assertThat(programs() - programs).isEqualTo(1);
        assertThat(restoring.phases()).containsOnlyKeys(phases.split(" ", -1));
        assertThat(lines).anyMatch(line -> line.matches("table \\d of 7, public\\.\\w+"));
        assertThat(lines).anyMatch(line -> line.matches("index or key \\d+, public\\..*ix_orders_status"));
        Inventory restored = Inventory.of(restoredEndpoint(), restorer());
        backup.original().orElseThrow().inventory().requireSame(restored, true);
    }

    @Test
    void without_indexes_there_is_no_phase_of_indexes() throws IOException, SQLException {
        PreparedRestore restoring = archive.prepare(running(), job(backup(archive), false, OptionalInt.empty()));

        restoring.run();

        assertThat(restoring.phases()).containsOnlyKeys(PreparedRestore.SCHEMA, PreparedRestore.DATA);
        assertThat(restoredIndexes()).isEmpty();
    }

    @Test
    void explains_the_programs_errors_about_wrong_files() throws IOException, SQLException {
        Path newer = running().directory("newer.dump");
        byte[] bytes = Files.readAllBytes(backup(archive).path());
        bytes["PGDMP".length() + 1] = 99; // the format's minor version
        Files.write(newer, bytes);

        assertThat(explained(archive, backup(script).path()))
                .startsWith("the file is a plain SQL dump, which the method psql restores;"
                        + " method pg_restore takes archives of pg_dump -Fc");
        assertThat(explained(archive, newer))
                .matches("a newer pg_dump made the archive \\(format 1\\.99\\);"
                        + " install PostgreSQL's programs of that version or newer \\(.*\\)");
        assertThat(explained(archive, Files.writeString(running().directory("long.txt"), "not a dump\n".repeat(100))))
                .startsWith("the file is no archive of pg_dump -Fc (");
    }

    @Test
    void a_plain_dump_ends_at_its_first_error_which_is_reported() throws IOException {
        Path dump = Files.writeString(
                running().directory("broken.sql"),
                "create table a (b integer);\ninsert into a values ('c');\nselect 1;\n");

        assertThatThrownBy(() -> script.prepare(running(), job(dump)).run())
                .hasMessageContaining("psql:<stdin>:2: ERROR:  invalid input syntax for type integer: \"c\"");
    }

    /** Counts the restores by a program, each of which announces its connection. */
    private long programs() throws IOException {
        try (Stream<String> lines = Files.lines(running().output())) {
            return lines.filter(line -> line.contains("connecting to database for restore"))
                    .count();
        }
    }

    private String explained(RestoreMethod method, Path backup) throws IOException {
        RestoreJob job = job(backup);
        Throwable failure = catchThrowable(() ->
                ExplainedRestore.prepare(restorer(), method, running(), job).run());
        assertThat(failure).isInstanceOf(IOException.class).hasNoCause();
        return failure.getMessage();
    }
}

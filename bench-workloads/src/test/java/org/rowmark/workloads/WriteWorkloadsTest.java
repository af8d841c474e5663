package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.StatementKind;
import org.rowmark.workloads.data.Work;

/** The checks and preconditions of the workloads that change rows and of those that choose kinds of statements. */
class WriteWorkloadsTest {
    private static final Dialect STANDARD = new Dialect() {};

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        UpdateSingle  | update on rowmark_update_single | update rowmark_update_single set a = 0 where a > 0 | table rowmark_update_single: expected Sums
        DeleteInsert  | insert on rowmark_delete_insert | update rowmark_delete_insert set b = -1 where id = 7 | the 50 rows of this thread as they were before, found missing rows or other values
        Upsert        | update on rowmark_upsert        | update rowmark_upsert set a = -1 where id = 7 and a >= 0 | 50 rows with id between 1 and 50 as this thread wrote them, found 50 rows, 1 of them with other values
        Upsert        | insert on rowmark_upsert        | delete from rowmark_upsert where id = 1000000000003 | rows with id between 1000000000000 and 1999999999999 as this thread wrote them, found
        ClientLoop    | update on rowmark_client_updated_50 | update rowmark_client_updated_50 set a = 0 where id = 7 and a > 0 | table rowmark_client_updated_50: expected 50 rows with the checksum
        RwTransaction | update on rowmark_rw_accounts   | update rowmark_rw_accounts set abalance = 0 where abalance > 0 | tables rowmark_rw_*: expected Sums
        ReadWrite     | delete on rowmark_sbtest_50_1   | delete from rowmark_sbtest_50_1 where id = 1 | table rowmark_sbtest_50_1: expected 50 rows whose ids add up to 1275, as before the transactions, found 49 rows
        WriteOnly     | update on rowmark_sbtest_50_1   | update rowmark_sbtest_50_1 set id = 51 where id = 1 | table rowmark_sbtest_50_1: expected 50 rows whose ids add up to 1275, as before the transactions, found 50 rows and 1325
        RwTransaction | update on rowmark_rw_tellers    | delete from rowmark_rw_history | tables rowmark_rw_*: expected History
        """)
    void a_change_behind_its_back_fails_the_run(String name, String event, String change, String reason)
            throws Exception {
        Class<?> workload = Class.forName("org.rowmark.workloads." + name);
        Map<String, String> small = switch (name) {
            case "RwTransaction" -> Map.of("branches", "1", "accounts", "50");
            case "ClientLoop" -> Map.of("rows", "50", "operation", "update", "form", "single", "commit", "1");
            default -> Map.of("rows", "50");
        };
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            runs.run(workload, small, 1);
            Thief.set(runs, event, change);

            assertThatThrownBy(() -> runs.run(workload, small, 1)).hasStackTraceContaining(reason);
        }
    }

    @Test
    void a_lost_update_of_an_iteration_is_found_at_the_end_of_the_fork() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory);
                Updates updates = new Updates()) {
            updates.iteration();
            updates.writer.check();

            runs.execute("update rowmark_update_single set a = 0 where a > 0");
            updates.iteration();

            assertThatThrownBy(updates.writer::check)
                    .hasMessageStartingWith("table rowmark_update_single: expected Sums[numbers=20, ")
                    .hasMessageContaining(" after 20 updates of one row each, found Sums[numbers=10, ");
        }
    }

    /** A thread of update-single, without JMH. */
    private static final class Updates implements AutoCloseable {
        private final UpdateSingle.Loaded loaded = new UpdateSingle.Loaded();
        private final UpdateSingle.Writer writer = new UpdateSingle.Writer();
        private final Session session = new Session();
        private final Db db = TargetRuns.db(UpdateSingle.class, 1);

        Updates() throws Exception {
            loaded.rows = 50;
            loaded.commit = "every";
            loaded.load(db);
            KeyChoice choice = new KeyChoice();
            choice.keys = "uniform";
            StatementKind kind = new StatementKind();
            kind.statement = "prepared";
            session.open(db, new Latencies());
            writer.prepare(db, session, loaded, choice, kind, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        }

        /** Updates ten rows. */
        void iteration() throws SQLException {
            loaded.begin(db);
            writer.draw();
            for (int i = 0; i < 10; i++) {
                new UpdateSingle().update(writer, new Control());
            }
            writer.end();
        }

        @Override
        public void close() throws SQLException {
            session.close();
        }
    }

    @Test
    void a_row_that_is_not_there_to_update_fails_the_run() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            runs.run(UpdateSingle.class, Map.of("rows", "50"), 1);
            runs.execute("update rowmark_update_single set id = id + 50");

            assertThatThrownBy(() -> runs.run(UpdateSingle.class, Map.of("rows", "50"), 1))
                    .hasStackTraceContaining(" updates of one row each, found")
                    .hasStackTraceContaining(" and other update counts");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            delete from rowmark_generated_keys where id = (select max(id) from rowmark_generated_keys)
            update rowmark_generated_keys set id = id + 5 where id = (select max(id) from rowmark_generated_keys)
            """)
    void keys_that_are_not_those_of_the_rows_are_noticed(String change) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            insert(writer -> assertThat(writer).satisfies(GeneratedKeys.Writer::check));
            assertThatThrownBy(() -> insert(writer -> {
                        runs.execute(change);
                        writer.check();
                    }))
                    .hasMessageStartingWith("table rowmark_generated_keys: expected Keys[rows=3, sum=")
                    .hasMessageContaining(" as this thread read the generated keys, found Keys[rows=");
        }
    }

    /** A check after three rows. */
    private interface Check {
        void run(GeneratedKeys.Writer writer) throws SQLException;
    }

    private static void insert(Check check) throws Exception {
        Db db = TargetRuns.db(GeneratedKeys.class, 1);
        GeneratedKeys.Target table = new GeneratedKeys.Target();
        table.create(db);
        Session session = new Session();
        session.open(db, new Latencies());
        GeneratedKeys.Writer writer = new GeneratedKeys.Writer();
        writer.prepare(
                db, session, new PreparedKind(), table, new Work(), new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        writer.restart();
        for (int i = 0; i < 3; i++) {
            new GeneratedKeys().insert(writer);
        }
        check.run(writer);
        session.close();
    }

    @Test
    void a_range_longer_than_the_table_is_skipped_with_its_reason() {
        RangeScan.FitsInTable condition = new RangeScan.FitsInTable();

        assertThat(condition.obstacle(STANDARD, Set.of(), Map.of("rows", "101", "tableRows", "100")))
                .contains("rows=101 is more than the table has (tableRows=100)");
        assertThat(condition.obstacle(STANDARD, Set.of(), Map.of("rows", "100", "tableRows", "100")))
                .isEmpty();
    }

    @Test
    void more_threads_than_rows_of_their_own_are_refused() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            assertThatThrownBy(() -> runs.run(DeleteInsert.class, Map.of("rows", "2"), 3))
                    .hasStackTraceContaining("rows=2 are too few for 3 threads, each of which writes rows of its own");
        }
    }
}

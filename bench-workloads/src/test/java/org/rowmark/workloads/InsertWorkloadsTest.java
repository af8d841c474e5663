package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.Tables;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.workloads.data.KeyRange;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.TargetTable;
import org.rowmark.workloads.data.Work;

/** The tables, metrics, checks and preconditions of the workloads that insert. */
class InsertWorkloadsTest {
    private static final Dialect STANDARD = new Dialect() {};

    @TempDir
    private Path directory;

    @AutoClose
    private H2Runs runs;

    @BeforeEach
    void start() throws Exception {
        runs = H2Runs.inThisJvm(directory);
    }

    @ParameterizedTest
    @CsvSource({
        "InsertSingle, rowmark_insert_single, commit, 7",
        "InsertBatch, rowmark_insert_batch, batchSize, 7",
        "InsertMultirow, rowmark_insert_multirow, rows, 7"
    })
    void a_row_lost_behind_its_back_fails_the_run(String name, String table, String parameter, String value)
            throws Exception {
        Class<?> workload = Class.forName("org.rowmark.workloads." + name);
        loseFirstRow(table);

        assertThatThrownBy(() -> runs.run(workload, Map.of(parameter, value), 1))
                .hasStackTraceContaining("table " + table + ": expected the ")
                .hasStackTraceContaining(" rows that this thread inserted from key 1 on, found ");
    }

    @ParameterizedTest
    @CsvSource({"InsertSingle, commit, 7", "InsertBatch, batchSize, 7", "InsertMultirow, rows, 7"})
    void a_table_with_rows_and_indexes_has_its_rows_again_when_an_iteration_begins(
            String name, String parameter, String value) throws Exception {
        Class<?> workload = Class.forName("org.rowmark.workloads." + name);
        Map<String, String> parameters = Map.of(parameter, value, "indexes", "5", "start", "1000");

        runs.run(workload, parameters, 2);
        long loaded = runs.number("select sum(cast(a as bigint)) from rowmark_ins_i5_s1000 where id <= 1000");
        runs.run(workload, parameters, 2);

        assertThat(runs.number("select count(*) from rowmark_ins_i5_s1000 where id <= 1000"))
                .isEqualTo(1000);
        assertThat(runs.number("select sum(cast(a as bigint)) from rowmark_ins_i5_s1000 where id <= 1000"))
                .isEqualTo(loaded);
        assertThat(runs.number("select count(distinct index_name) from information_schema.index_columns where"
                        + " lower(table_name) = 'rowmark_ins_i5_s1000' and lower(index_name) like 'rowmark_ins%'"))
                .isEqualTo(5);
        assertThat(runs.number("select count(distinct a) from rowmark_ins_i5_s1000 where id > 1000"))
                .isGreaterThan(1);
    }

    private void loseFirstRow(String table) throws SQLException {
        Dialect dialect = H2Runs.database().dialect();
        try (Connection connection = runs.connect()) {
            new Tables(connection, H2Runs.database()).empty(NarrowData.table(table, dialect));
        }
        Thief.set(runs, "insert on " + table, "delete from " + table + " where id = 1");
    }

    @Test
    void rows_are_all_committed_when_the_commit_interval_is_never_reached() throws Exception {
        RunResult result = runs.run(InsertSingle.class, Map.of("commit", "999999999"), 2)
                .iterator()
                .next();

        assertThat(runs.number("select count(*) from rowmark_insert_single"))
                .isPositive()
                .isEqualTo(CountedRows.iteration(result).getMetadata().getAllOps());
    }

    @Test
    void an_iteration_begins_with_an_empty_table_after_a_checkpoint() throws Exception {
        try (H2Runs traced = H2Runs.traced(directory)) {
            traced.run(InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off"), 1);
        }

        List<String> statements = Files.readAllLines(directory.resolve("rowmark.trace.db")).stream()
                .filter(line -> line.contains("truncate table rowmark_insert_batch")
                        || line.contains("checkpoint sync")
                        || line.contains("executeBatch"))
                .toList();
        assertThat(statements.indexOf(first(statements, "truncate"))).isZero();
        assertThat(statements.indexOf(first(statements, "checkpoint sync")))
                .isBetween(1, statements.indexOf(first(statements, "executeBatch")) - 1);
    }

    private static String first(List<String> statements, String part) {
        return statements.stream()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void threads_write_keys_of_their_own() throws Exception {
        runs.run(InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off"), 2);

        assertThat(runs.number("select min(id) from rowmark_insert_batch")).isEqualTo(1);
        assertThat(runs.number("select count(*) from rowmark_insert_batch where id = 1000000000001"))
                .isEqualTo(1);
    }

    @Test
    void random_inserts_write_keys_of_their_thread_all_over_its_range_and_none_twice() throws Exception {
        RunResult result = runs.run(
                        InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off", "keys", "random-insert"), 1)
                .iterator()
                .next();

        long rows = 10 * CountedRows.iteration(result).getMetadata().getAllOps();
        assertThat(runs.number("select count(*) from rowmark_insert_batch")).isEqualTo(rows);
        assertThat(runs.number("select min(id) from rowmark_insert_batch")).isBetween(1L, 100_000_000_000L);
        assertThat(runs.number("select max(id) from rowmark_insert_batch"))
                .isBetween(450_000_000_000L, 1_000_000_000_000L);
    }

    @Test
    void random_keys_stay_different_when_all_places_were_taken() throws Exception {
        KeyRange keys = new KeyRange();
        keys.keys = "random-insert";
        Db db = new Db();
        db.open(TargetRuns.parameters(InsertSingle.class, 1));
        keys.arrange(db, new ThreadParams(1, 2, 0, 1, 0, 1, 0, 1, 1, 2), new Work(), new TargetTable());
        keys.restart();
        int drawn = 5 << 19;

        long[] all = LongStream.generate(keys::next).limit(drawn).sorted().toArray();

        assertThat(LongStream.of(all).distinct().count()).isEqualTo(drawn);
        assertThat(all[0]).isGreaterThan(1_000_000_000_000L);
        assertThat(all[drawn - 1]).isLessThanOrEqualTo(2_000_000_000_000L);
    }

    @Test
    void rows_hold_the_generated_values_of_their_keys() throws Exception {
        runs.run(InsertMultirow.class, Map.of("rows", "3"), 1);

        NarrowData expected = new NarrowData(new DataGenerator(0));
        try (Connection connection = runs.connect();
                PreparedStatement select =
                        connection.prepareStatement("select id, a, b, t from rowmark_insert_multirow where id = 3");
                ResultSet row = select.executeQuery()) {
            assertThat(row.next()).isTrue();
            assertThat(NarrowData.read(row)).isEqualTo(expected.checksum(3));
        }
    }

    @ParameterizedTest
    @CsvSource({"InsertBatch, batchSize, 10", "InsertMultirow, rows, 100"})
    void the_secondary_metric_is_rows_per_second(String workload, String parameter, int rows) throws Exception {
        RunResult result = runs.run(
                        Class.forName("org.rowmark.workloads." + workload),
                        Map.of(parameter, Integer.toString(rows), "rewrite", "off"),
                        1)
                .iterator()
                .next();

        assertThat(result.getSecondaryResults()).containsOnlyKeys("rows");
        CountedRows.assertPerOperation(result, rows);
    }

    @Test
    void rewriting_batches_is_skipped_with_its_reason_where_the_driver_cannot() {
        InsertBatch.RewriteNeedsDriver condition = new InsertBatch.RewriteNeedsDriver();

        assertThat(condition.obstacle(STANDARD, Set.of(), Map.of("rewrite", "on")))
                .contains("rewrite=on needs a driver that can rewrite a batch of inserts into multi-row statements");
        assertThat(condition.obstacle(STANDARD, Set.of(), Map.of("rewrite", "off")))
                .isEmpty();
        assertThat(condition.obstacle(STANDARD, Set.of(Feature.BATCH_REWRITE), Map.of("rewrite", "on")))
                .isEmpty();
    }

    @Test
    void more_rows_than_a_statement_takes_are_skipped_with_the_limit_as_the_reason() {
        InsertMultirow.FitsInStatement condition = new InsertMultirow.FitsInStatement();
        Dialect narrow = new Dialect() {
            @Override
            public int maxRowsPerInsert(int columns) {
                return 1016 / columns;
            }
        };

        assertThat(condition.obstacle(narrow, Set.of(), Map.of("rows", "255")))
                .contains("rows=255 is over this database's limit of 254 rows of 4 columns per INSERT statement");
        assertThat(condition.obstacle(narrow, Set.of(), Map.of("rows", "254"))).isEmpty();
    }

    @Test
    void multi_row_inserts_need_the_feature() throws Exception {
        assertThat(new Cell(InsertMultirow.class, Map.of()).measures().requires())
                .containsExactly(Feature.MULTI_ROW_INSERT);
    }
}

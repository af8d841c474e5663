package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.data.CommitInterval;
import org.rowmark.workloads.data.Work;

/** Inserts and upserts of a stated number of rows. */
class FixedInsertsTest {
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
        "InsertSingle, rowmark_insert_single, commit, 1000, 5000",
        "InsertSingle, rowmark_insert_single, commit, every, 5000",
        "InsertBatch, rowmark_insert_batch, batchSize, 100, 5000",
        "InsertMultirow, rowmark_insert_multirow, rows, 50, 5000",
        "GeneratedKeys, rowmark_generated_keys, commit, every, 5000",
        "Upsert, rowmark_upsert, rows, 1000, 3500"
    })
    void fixed_work_is_a_stated_number_of_rows_of_each_thread_and_its_score_their_time(
            String workload, String table, String parameter, String value, long rowsAtEnd) throws Exception {
        Map<String, String> parameters = Map.of(parameter, value, "rewrite", "off", "work", "fixed", "total", "2500");
        RunResult result = runs.run(Class.forName("org.rowmark.workloads." + workload), parameters, 2)
                .iterator()
                .next();

        assertThat(runs.number("select count(*) from " + table)).isEqualTo(rowsAtEnd);
        assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("s/op");
        assertThat(result.getPrimaryResult().getScore()).isBetween(0.0001, 60.0);
    }

    @Test
    void the_last_row_of_fixed_work_is_committed_before_the_iteration_ends() throws Exception {
        runs.execute("create table written (id int)");
        Session session = new Session();
        session.open(TargetRuns.db(InsertSingle.class, 1), new Latencies());
        CommitInterval interval = new CommitInterval(session, "1000", 2500);
        SessionStatement<PreparedStatement> insert = session.statement("insert into written values (1)");
        for (int iteration = 1; iteration <= 2; iteration++) {
            for (int row = 0; row < 2500; row++) {
                insert.get().executeUpdate();
                interval.written(new Control());
            }

            assertThat(runs.number("select count(*) from written")).isEqualTo(iteration * 2500L);
            interval.end();
        }
        session.close();
    }

    @Test
    void fixed_work_that_is_not_measured_as_such_fails() throws Exception {
        Work work = new Work();
        work.work = "fixed";
        work.total = 20;

        assertThatThrownBy(() -> work.check(19))
                .hasMessage("work=fixed: a thread wrote 19 rows in an iteration, not total=20");
        work.check(20);
        work.work = "timed";
        work.check(19);
    }

    @ParameterizedTest
    @CsvSource({
        "timed, 20000, 100, ''",
        "timed, 5000, 100, total=5000 needs work=fixed",
        "fixed, 20000, 1000, ''",
        "fixed, 2500, 1000, total=2500 is no multiple of batchSize=1000"
    })
    void a_number_of_rows_that_cannot_be_is_skipped_with_the_reason(
            String work, String total, String batchSize, String reason) {
        Selection selection = Selection.of(
                Workloads.all().of(InsertBatch.class),
                Map.of(
                        "batchSize",
                        List.of(batchSize),
                        "rewrite",
                        List.of("off"),
                        "work",
                        List.of(work),
                        "total",
                        List.of(total)));

        assertThat(selection
                        .workload()
                        .obstacle(
                                new Dialect() {},
                                Set.of(),
                                selection.combinations().get(0))
                        .orElse(""))
                .isEqualTo(reason);
    }

    @Test
    void a_number_of_upserts_needs_fixed_work_and_is_no_multiple_of_the_rows_that_are_loaded() {
        Workload workload = Workloads.all().of(Upsert.class);
        Map<String, String> fixed = Map.of("rows", "1000", "work", "fixed", "total", "2500");

        assertThat(workload.obstacle(new Dialect() {}, Set.of(Feature.UPSERT), fixed))
                .isEmpty();
        assertThat(workload.obstacle(new Dialect() {}, Set.of(Feature.UPSERT), Map.of("total", "2500")))
                .contains("total=2500 needs work=fixed");
        assertThat(workload.operation(fixed)).isEqualTo("2500 rows inserted or updated by a thread, all committed");
    }

    @Test
    void cells_are_named_by_their_work_only_where_it_is_fixed() {
        Workload workload = Workloads.all().of(InsertSingle.class);

        assertThat(Selection.of(workload, Map.of()).values()).isEqualTo(Map.of("commit", List.of("every", "1000")));
        assertThat(Selection.of(workload, Map.of("work", List.of("fixed"))).combinations())
                .contains(Map.of("commit", "1000", "work", "fixed"));
        assertThat(workload.operation(Map.of("commit", "1000", "work", "fixed")))
                .isEqualTo("20000 rows inserted by a thread, all committed");
    }
}

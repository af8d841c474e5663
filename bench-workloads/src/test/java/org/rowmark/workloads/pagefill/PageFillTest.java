package org.rowmark.workloads.pagefill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.Tables;
import org.rowmark.db.Dialect;
import org.rowmark.options.RunOption;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.H2Runs;
import org.rowmark.workloads.PageFill;

/** The rows, times and checks of a fill, on H2; MatrixIT has fills on all databases. */
class PageFillTest {
    private static final long STATEMENTS = 80;
    private static final long ROWS = STATEMENTS * PageFillRun.ROWS;

    private final Dialect dialect = H2Runs.database().dialect();

    /** The dialect of a database without a hash; its other statements work on H2. */
    private final Dialect plain = new Dialect() {};

    private final PageFillTable table = new PageFillTable(dialect);

    @TempDir
    private Path directory;

    private H2Runs runs;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        runs = H2Runs.inThisJvm(directory);
        connection = runs.connect();
    }

    @AfterEach
    void stop() throws SQLException {
        connection.close();
        runs.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "blank"})
    void is_checked_and_leaves_no_table(String payload) throws Exception {
        assertThat(runs.run(PageFill.class, Map.of("payload", payload), 1))
                .singleElement()
                .satisfies(result ->
                        assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("s/op"));

        assertThatThrownBy(() -> runs.execute("delete from " + PageFillTable.NAME))
                .isInstanceOf(SQLException.class);
    }

    @Test
    void notices_a_row_that_is_lost() throws SQLException {
        fill("random", "delete from " + PageFillTable.NAME + " where id = 5");

        assertThatThrownBy(() -> check("random", dialect))
                .hasMessage("table rowmark_page_fill: expected " + ROWS + " rows, found " + (ROWS - 1));
    }

    @Test
    void notices_a_row_that_is_there_twice() throws SQLException {
        fill(
                "random",
                "insert into " + PageFillTable.NAME + " (t) select t from " + PageFillTable.NAME + " where id = 5");

        assertThatThrownBy(() -> check("random", dialect))
                .hasMessage("table rowmark_page_fill: expected " + ROWS + " rows, found " + (ROWS + 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            update rowmark_page_fill set t = 'x' where id = 600 | is not as it was written
            update rowmark_page_fill set t = substring(t from 1 for 7990) where id = 1 | is not as it was written
            update rowmark_page_fill set t = (select t from rowmark_page_fill where id = 7) where id = 8 | a text that was written 1 times is there 2 times
            update rowmark_page_fill set t = ' ' where id = 640 | is not as it was written
            """)
    void notices_a_row_that_is_not_as_it_was_written(String change, String reason) throws SQLException {
        fill("random", change);

        assertThat(List.of(dialect, plain))
                .allSatisfy(asking -> assertThatThrownBy(() -> check("random", asking))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageEndingWith(reason));
    }

    @Test
    void notices_a_character_in_the_middle_where_the_database_has_a_hash() throws SQLException {
        fill(
                "random",
                "update " + PageFillTable.NAME
                        + " set t = substring(t from 1 for 3999) || '_' || substring(t from 4001)" + " where id = 9");

        assertThatThrownBy(() -> check("random", dialect))
                .hasMessage("table rowmark_page_fill: row 9 is not as it was written");
    }

    @Test
    void notices_a_row_of_blanks_that_is_not_blank() throws SQLException {
        fill("blank", "update " + PageFillTable.NAME + " set t = 'x' where id = 77");

        assertThat(List.of(dialect, plain))
                .allSatisfy(asking -> assertThatThrownBy(() -> check("blank", asking))
                        .hasMessageEndingWith("is not as it was written"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "blank"})
    void accepts_any_numbers_that_a_database_assigns(String payload) throws SQLException {
        fill(payload, "update " + PageFillTable.NAME + " set id = -1000 * id where mod(id, 3) = 0");

        assertThatCode(() -> check(payload, dialect)).doesNotThrowAnyException();
        assertThatCode(() -> check(payload, plain)).doesNotThrowAnyException();
    }

    @Test
    void starts_anew_where_a_fill_was_killed() throws Exception {
        fill("random", "delete from " + PageFillTable.NAME + " where id > 9");
        runs.run(PageFill.class, Map.of("payload", "random"), 1);

        fill("random", "select 1");
        assertThatCode(() -> check("random", dialect)).doesNotThrowAnyException();
    }

    @Test
    void does_not_change_a_table_that_is_not_of_rowmark() throws SQLException {
        runs.execute("create table " + PageFillTable.NAME + " (theirs integer)");

        assertThatThrownBy(() -> table.create(connection, new Tables(connection, H2Runs.database())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("exists but was not made by Rowmark");
        assertThat(runs.execute("insert into " + PageFillTable.NAME + " values (1)"))
                .isEqualTo(1);
    }

    @Test
    void measures_every_statement_and_the_checkpoint_after_them() throws SQLException {
        PageFillRun filling = fill("random", "select 1");

        assertThat(filling.times().getTotalCount()).isEqualTo(STATEMENTS);
        assertThat(filling.done()).isEqualTo(STATEMENTS);
        assertThat(filling.inserted()).isEqualTo(ROWS);
        double ofStatements = filling.times().getMean() * STATEMENTS / 1e9;
        assertThat(filling.fillSeconds()).isGreaterThan(0.999 * ofStatements);
        assertThat(filling.checkpointSeconds()).isPresent();
    }

    @Test
    void has_no_phase_for_a_checkpoint_where_there_is_none() throws SQLException {
        try (Checkpoint none = new Checkpoint(runs.connect(), List.of())) {
            none.rehearse();

            assertThat(new PageFillRun(null, none, new String[1], 1).checkpointSeconds())
                    .isEmpty();
        }
    }

    @Test
    void reports_before_the_fill_that_a_checkpoint_is_refused() throws SQLException {
        try (Checkpoint refused = new Checkpoint(runs.connect(), List.of("checkpoint please"))) {
            assertThatThrownBy(refused::rehearse)
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(
                            "page-fill ends with a checkpoint (checkpoint please), which the database refuses: ")
                    .hasMessageContaining("\"checkpoint [*]please\"") // in the user's language
                    .hasMessageEndingWith("; give the user the right to it, see docs/page-fill.md")
                    .hasNoCause();
        }
    }

    @Test
    void writes_no_text_twice_within_thousands_of_rows_and_each_as_often_as_it_counts() {
        Payload texts = Payload.of("random", new DataGenerator(7), 1_024_000);

        assertThat(texts.inOrder())
                .hasSize(4_096)
                .doesNotHaveDuplicates()
                .allSatisfy(text -> assertThat(text).hasSize(8_000));
        assertThat(Payload.of("random", new DataGenerator(8), 8).inOrder()[0]).isNotEqualTo(texts.inOrder()[0]);
        assertThat(Payload.of("random", new DataGenerator(7), 100).inOrder()).hasSize(128);
        assertThat(Payload.of("blank", new DataGenerator(7), 8).inOrder()).containsExactly(" ".repeat(8_000));
        assertThat(Arrays.asList(texts.count(0, 5_000), texts.count(903, 5_000), texts.count(904, 5_000)))
                .containsExactly(2L, 2L, 1L);
        assertThat(LongStream.range(0, 4_096)
                        .map(text -> texts.count((int) text, 1_023_999))
                        .sum())
                .isEqualTo(1_023_999);
    }

    @Test
    void fingerprints_are_equal_for_equal_contents_only() {
        assertThat(Payload.of("random", new DataGenerator(7), 8).fingerprint(8))
                .isEqualTo("random texts, generator 1, seed 7, rows 8")
                .isNotEqualTo(Payload.of("random", new DataGenerator(8), 8).fingerprint(8));
        assertThat(Payload.of("blank", new DataGenerator(7), 8).fingerprint(8))
                .isEqualTo(Payload.of("blank", new DataGenerator(8), 8).fingerprint(8))
                .isNotEqualTo(Payload.of("blank", new DataGenerator(7), 16).fingerprint(16));
    }

    /** A text has 6 bits in a character: a compression finds no repetitions in a row or in an extent of eight. */
    @Test
    void writes_random_texts_that_take_all_of_their_bits() {
        String[] texts = Payload.of("random", new DataGenerator(7), 8).inOrder();

        assertThat(deflated(texts[0])).isGreaterThan(8_000 * 6 / 8);
        assertThat(deflated(String.join("", texts))).isGreaterThan(8 * 8_000 * 6 / 8);
        assertThat(deflated(Payload.of("blank", new DataGenerator(7), 8).inOrder()[0]))
                .isLessThan(100);
    }

    private static int deflated(String text) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(text.getBytes(StandardCharsets.US_ASCII));
        deflater.finish();
        int bytes = deflater.deflate(new byte[2 * text.length()]);
        deflater.end();
        return bytes;
    }

    @ParameterizedTest
    @CsvSource({"1, 128000", "0.002, 256", "0.0001, 13", "0.000001, 1", "1000, 128000000"})
    void is_as_large_as_its_scale(double scale, long statements) {
        assertThat(PageFillRun.statements(scale)).isEqualTo(statements);
    }

    @ParameterizedTest
    @CsvSource({"8192, 1", "16384, 2", "32768, 4", "4096, 0.5", "65536, 8"})
    void computes_how_many_rows_a_page_holds(int pageSize, double rows) {
        assertThat(PageFillTable.rowsPerPage(pageSize)).isEqualTo(rows);
    }

    @Test
    void reports_its_progress() {
        assertThat(ProgressReporter.words(47_999, 128_000)).isEqualTo("37 % of 128000 statements");
        assertThat(ProgressReporter.words(128_000, 128_000)).isEqualTo("all 128000 statements are done, checkpoint");
    }

    @Test
    void takes_a_scale_and_one_thread() {
        Workload pageFill = Workloads.all().of(PageFill.class);

        assertThat(pageFill.name()).isEqualTo("page-fill");
        assertThat(pageFill.takes(RunOption.SCALE)).isTrue();
        assertThat(pageFill.info().oneThread()).isTrue();
    }

    /** Fills the table, and then changes it by another statement. */
    private PageFillRun fill(String payload, String change) throws SQLException {
        table.create(connection, new Tables(connection, H2Runs.database()));
        try (PreparedStatement insert = table.insert(connection);
                Checkpoint checkpoint = new Checkpoint(runs.connect(), dialect.checkpoint(PageFillTable.NAME));
                Statement statement = connection.createStatement()) {
            PageFillRun filling =
                    new PageFillRun(insert, checkpoint, texts(payload).inOrder(), STATEMENTS);
            filling.run();
            statement.execute(change);
            return filling;
        }
    }

    private void check(String payload, Dialect asking) throws SQLException {
        PageFillVerifier.check(connection, new PageFillTable(asking), texts(payload), ROWS);
    }

    private static Payload texts(String payload) {
        return Payload.of(payload, new DataGenerator(0), ROWS);
    }
}

package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Tables;
import org.rowmark.db.Dialect;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.WideData;

/** The loaded rows, metrics and checks of the workloads that read. */
class ReadWorkloadsTest {
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
        "PointSelect, update rowmark_narrow_50 set a = a + 1 where id > 1, rowmark_narrow_50",
        "PointSelect, update rowmark_narrow_50 set t = 'x' || substring(t from 2) where id > 1, rowmark_narrow_50",
        "PointSelect, update rowmark_narrow_50 set id = id + 50 where id > 1, rowmark_narrow_50",
        "CursorFetch, update rowmark_narrow_50 set b = b - 1 where id = 50, rowmark_narrow_50",
        "CursorFetch, update rowmark_narrow_50 set id = 51 where id = 50, rowmark_narrow_50",
        "WideRows, update rowmark_wide_50 set t = substring(t from 2) where id = 17, rowmark_wide_50",
        "WideRows, update rowmark_wide_50 set t = '' where id = 17, rowmark_wide_50",
        "WideRows, 'update rowmark_wide_50 set t = insert(t, 18, 1, ''*'') where id = 17', rowmark_wide_50"
    })
    void a_changed_row_fails_the_run(String name, String change, String table) throws Exception {
        Class<?> workload = Class.forName("org.rowmark.workloads." + name);
        load();
        assertThat(runs.execute(change)).isPositive();

        assertThatThrownBy(() -> runs.run(workload, Map.of("rows", "50"), 1))
                .hasStackTraceContaining("table " + table + ": expected the 50 rows as they were generated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PointSelect", "RangeScan", "CursorFetch"})
    void a_text_that_only_a_comparison_of_all_of_it_detects_fails_the_run(String name) throws Exception {
        Class<?> workload = Class.forName("org.rowmark.workloads." + name);
        String change = "update rowmark_narrow_50 set t = insert(t, 7, 1, '*') where id = 9";
        load();
        assertThat(runs.execute(change)).isOne();

        Map<String, String> rows =
                name.equals("RangeScan") ? Map.of("rows", "5", "tableRows", "50") : Map.of("rows", "50");
        assertThatThrownBy(() -> runs.run(workload, rows, 1))
                .hasStackTraceContaining("table rowmark_narrow_50: the row with id = 9 is missing or has other values");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17, null", "17, ''", "17, 'short'", "-17, repeat('x', 8000)", "17, repeat('x', 8001)"})
    void another_wide_row_has_another_checksum(String values) throws SQLException {
        try (Connection connection = runs.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + values)) {
            row.next();

            assertThat(WideData.read(row)).isNotEqualTo(new WideData(new DataGenerator(0)).checksum(17));
        }
    }

    private void load() throws SQLException {
        Dialect dialect = H2Runs.database().dialect();
        DataGenerator values = new DataGenerator(0);
        try (Connection connection = runs.connect()) {
            Tables tables = new Tables(connection, H2Runs.database());
            tables.load(new NarrowData(values).dataSet(50, dialect));
            tables.load(new WideData(values).dataSet(50, dialect));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update rowmark_narrow_50 set t = insert(t, 7, 1, '*') where id = 9",
                "update rowmark_narrow_50 set b = b - 1 where id = 50",
                "delete from rowmark_narrow_50 where id = 9"
            })
    void rows_that_are_not_as_they_were_loaded_fail_the_load(String change) throws Exception {
        Dialect dialect = H2Runs.database().dialect();
        DataSet data = new NarrowData(new DataGenerator(0)).dataSet(50, dialect);
        try (Connection connection = runs.connect()) {
            Tables tables = new Tables(connection, H2Runs.database());
            tables.empty(data.table());
            Thief.set(runs, "insert on rowmark_narrow_50", change);

            assertThatThrownBy(() -> tables.load(data))
                    .hasMessageStartingWith("table rowmark_narrow_50: the row with id = ")
                    .hasMessageContaining(
                            " is missing or has other values than were loaded (narrow rows, generator 1,");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete from rowmark_narrow_50 where id = 7", "delete from rowmark_narrow_50"})
    void rows_that_are_missing_before_the_run_are_loaded_again(String loss) throws Exception {
        runs.run(PointSelect.class, Map.of("rows", "50"), 1);
        assertThat(runs.execute(loss)).isPositive();

        assertThatCode(() -> runs.run(CursorFetch.class, Map.of("rows", "50", "fetchSize", "10"), 1))
                .doesNotThrowAnyException();
    }

    @Test
    void the_secondary_metrics_are_megabytes_and_rows_per_second() throws Exception {
        RunResult result =
                runs.run(WideRows.class, Map.of("rows", "500"), 1).iterator().next();

        assertThat(result.getSecondaryResults()).containsOnlyKeys("MB", "rows");
        double rows = result.getSecondaryResults().get("rows").getScore();
        assertThat(result.getSecondaryResults().get("MB").getScore()).isCloseTo(rows * 4 / 500, within(rows * 1e-6));
        CountedRows.assertPerOperation(result, 500);
    }

    /** From 268,436 rows on, a result has more bytes than an int holds. */
    @ParameterizedTest
    @CsvSource({"1000, 8", "268435, 2147.48", "268436, 2147.488", "999999999, 7999999.992"})
    void megabytes_of_large_results_are_counted_in_full(int rows, double megabytes) {
        WideRows.Volume volume = new WideRows.Volume();
        Control control = new Control();
        control.startMeasurement = true;

        volume.add(rows, control);

        assertThat(volume.MB).isCloseTo(megabytes, within(1e-6));
        assertThat(volume.rows).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource({"default, false", "17, true"})
    void wide_rows_set_the_fetch_size_unless_it_is_the_drivers_own(String fetchSize, boolean isSet) throws Exception {
        try (H2Runs traced = H2Runs.traced(directory)) {
            traced.run(WideRows.class, Map.of("rows", "1", "fetchSize", fetchSize), 1);
        }

        String calls = Files.readString(directory.resolve("rowmark.trace.db"));
        assertThat(calls).contains("from rowmark_wide_1");
        assertThat(calls.contains("setFetchSize(17)")).isEqualTo(isSet);
        assertThat(calls.contains("setFetchSize")).isEqualTo(isSet);
    }
}

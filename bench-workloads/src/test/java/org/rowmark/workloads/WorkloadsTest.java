package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.rowmark.fixture.Parameters;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** What holds for every workload: its name and parameters, and that it runs and notices what it should. */
class WorkloadsTest {
    @TempDir
    private Path directory;

    static List<Cell> cells() throws ClassNotFoundException {
        return Cell.all();
    }

    static List<Cell> possible_cells() throws ReflectiveOperationException {
        List<Cell> possible = new ArrayList<>();
        for (Cell cell : Cell.all()) {
            // RestoreIT, PageFillTest, OrderQueriesTest and SpatialTest run single shots, whose operation is too much
            // of one's own, SqlIT runs files, OltpTest smaller tables
            if (!cell.isSingleShot()
                    && cell.workload() != Sql.class
                    && cell.workload() != Oltp.class
                    && cell.obstacle(H2Runs.database()).isEmpty()) {
                possible.add(cell);
            }
        }
        return possible;
    }

    /** Returns the first of each workload: the values of its parameters are tested on one thread. */
    static Collection<Cell> cells_of_several_threads() throws ReflectiveOperationException {
        return possible_cells().stream()
                .filter(cell -> !cell.measures().oneThread())
                .collect(Collectors.toMap(Cell::workload, cell -> cell, (first, other) -> first, LinkedHashMap::new))
                .values();
    }

    static Stream<Class<?>> workloads() throws ClassNotFoundException {
        return Cell.all().stream().<Class<?>>map(Cell::workload).distinct();
    }

    @Test
    void the_workloads_and_their_parameters_are_these() {
        Map<String, Map<String, List<String>>> found = new TreeMap<>();
        for (BenchmarkListEntry entry : Cell.entries()) {
            Map<String, List<String>> parameters = new TreeMap<>();
            Cell.parametersOf(entry).forEach((name, values) -> parameters.put(name, List.of(values)));
            found.put(entry.getUserClassQName().replaceFirst(".*\\.", ""), parameters);
        }

        assertThat(found)
                .containsAllEntriesOf(Map.ofEntries(
                        parameters("Aggregate", "statement=server-prepared", "rows=100000"),
                        parameters(
                                "ClientLoop",
                                "statement=server-prepared",
                                "rows=1000",
                                "operation=select,insert,update",
                                "form=single,batch,set-based",
                                "commit=1,1000"),
                        parameters("Connect", "source=raw,pool"),
                        parameters(
                                "CursorFetch",
                                "statement=server-prepared",
                                "rows=10000",
                                "fetchSize=1,10,100,1000,default"),
                        parameters(
                                "DeleteInsert",
                                "statement=server-prepared",
                                "rows=10000",
                                "keys=uniform",
                                "theta=0.99"),
                        parameters(
                                "GeneratedKeys",
                                "statement=server-prepared",
                                "keys=by-name",
                                "work=timed",
                                "total=20000"),
                        parameters(
                                "InsertBatch",
                                "statement=server-prepared",
                                "batchSize=10,100,1000",
                                "keys=sequential",
                                "rewrite=off,on",
                                "work=timed",
                                "total=20000",
                                "indexes=0",
                                "start=0"),
                        parameters(
                                "InsertMultirow",
                                "statement=server-prepared",
                                "rows=10,100,1000",
                                "keys=sequential",
                                "work=timed",
                                "total=20000",
                                "indexes=0",
                                "start=0"),
                        parameters(
                                "InsertSingle",
                                "statement=server-prepared",
                                "commit=every,1000",
                                "keys=sequential",
                                "work=timed",
                                "total=20000",
                                "indexes=0",
                                "start=0"),
                        parameters("ManyResultSets", "rows=1000"),
                        parameters(
                                "OneResultSet",
                                "statement=server-prepared",
                                "rows=100000",
                                "cursor=server-cursor,streaming,buffered",
                                "fetchSize=default,1,10,100,1000"),
                        parameters(
                                "Oltp",
                                "statement=server-prepared",
                                "warehouses=1",
                                "items=100000",
                                "customers=3000",
                                "mix=45/43/4/4/4",
                                "style=batched",
                                "terminals=none"),
                        parameters("OrderQueries", "statement=server-prepared"),
                        parameters("PageFill", "statement=server-prepared", "payload=random"),
                        parameters("Ping", "statement=server-prepared"),
                        parameters(
                                "PointSelect", "rows=10000", "keys=uniform", "statement=server-prepared", "theta=0.99"),
                        parameters(
                                "RangeScan",
                                "rows=100",
                                "tableRows=10000",
                                "keys=uniform",
                                "statement=server-prepared",
                                "theta=0.99"),
                        parameters(
                                "Restore",
                                "way=usual",
                                "indexes=active",
                                "pageSize=default",
                                "buffers=default",
                                "jobs=1"),
                        parameters(
                                "RwTransaction",
                                "statement=server-prepared",
                                "branches=10",
                                "accounts=10000",
                                "keys=uniform",
                                "theta=0.99"),
                        parameters("ServerCursor", "rows=100000"),
                        parameters("ServerLoop", "statement=server-prepared", "rows=100000"),
                        parameters("Spatial", "statement=server-prepared", "index=on"),
                        parameters("Sql", "statement=server-prepared", "file=none"),
                        parameters(
                                "UpdateSingle",
                                "rows=10000",
                                "commit=every,1000",
                                "keys=uniform",
                                "statement=server-prepared",
                                "theta=0.99"),
                        parameters(
                                "Upsert",
                                "statement=server-prepared",
                                "rows=10000",
                                "keys=uniform",
                                "theta=0.99",
                                "work=timed",
                                "total=20000"),
                        parameters("WideRows", "statement=server-prepared", "rows=1000", "fetchSize=100")));
    }

    private static Map.Entry<String, Map<String, List<String>>> parameters(String workload, String... defaults) {
        Map<String, List<String>> parameters = new TreeMap<>();
        for (String parameter : defaults) {
            int equals = parameter.indexOf('=');
            parameters.put(
                    parameter.substring(0, equals),
                    List.of(parameter.substring(equals + 1).split(",", -1)));
        }
        return Map.entry(workload, parameters);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void a_workload_has_one_measured_method_states_what_it_measures_and_can_be_started(Class<?> workload)
            throws NoSuchMethodException {
        assertThat(workload.getDeclaredMethods())
                .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                .hasSize(1);
        assertThat(new Cell(workload, Map.of()).measures().value()).isNotBlank();
        Method main = workload.getMethod("main", String[].class);
        assertThat(Modifier.isStatic(main.getModifiers())).isTrue();
    }

    @ParameterizedTest
    @MethodSource("possible_cells")
    void runs_on_one_thread_and_passes_its_own_checks(Cell cell) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            assertMeasured(runs.run(cell.workload(), cell.parameters(), 1), 1);
        }
    }

    @ParameterizedTest
    @MethodSource("cells_of_several_threads")
    void runs_on_two_threads_and_passes_its_own_checks(Cell cell) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(directory)) {
            assertMeasured(runs.run(cell.workload(), cell.parameters(), 2), 2);
        }
    }

    private static void assertMeasured(Collection<RunResult> results, int threads) {
        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.getPrimaryResult().getScore()).isPositive();
            assertThat(result.getPrimaryResult().getScoreUnit()).isEqualTo("ops/s");
            // the last operation of a thread may be missing, see RowCounter.add
            if (CountedRows.iteration(result).getMetadata().getMeasuredOps() > threads) {
                assertThat(result.getSecondaryResults().values())
                        .allSatisfy(
                                secondary -> assertThat(secondary.getScore()).isPositive());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("cells")
    void the_values_that_a_workload_lists_are_values_that_it_accepts(Cell cell) {
        Parameters.check(cell.workload(), cell.parameters());
    }

    @ParameterizedTest
    @CsvSource({
        "ClientLoop, form, all, 'single, batch or set-based'",
        "ClientLoop, operation, delete, 'select, insert or update'",
        "Connect, source, none, raw or pool",
        "CursorFetch, fetchSize, abc, 'default, or a whole number from 1 to 999999999'",
        "CursorFetch, rows, 0, a whole number from 1 to 999999999",
        "InsertBatch, batchSize, -1, a whole number from 1 to 999999999",
        "InsertBatch, rewrite, true, on or off",
        "InsertMultirow, rows, 0, a whole number from 1 to 999999999",
        "InsertMultirow, keys, random, sequential or random-insert",
        "InsertSingle, work, often, timed or fixed",
        "InsertSingle, total, 0, a whole number from 1 to 999999999",
        "InsertSingle, commit, 0, 'every, or a whole number from 1 to 999999999'",
        "InsertSingle, indexes, 6, a whole number from 0 to 5",
        "InsertBatch, start, -1, '0, or a whole number from 1 to 999999999'",
        "ReadWrite, skipTrx, yes, on or off",
        "WriteOnly, tables, 0, a whole number from 1 to 999",
        "ReadOnly, pointSelects, many, a whole number from 0 to 9999",
        "Oltp, warehouses, 0, a whole number from 1 to 999999999",
        "Oltp, mix, 45/43/4/4/5, 'five whole numbers that add up to 100, such as 45/43/4/4/4, for new-order, payment,"
                + " order-status, delivery and stock-level'",
        "Oltp, mix, 50/50, 'five whole numbers that add up to 100, such as 45/43/4/4/4, for new-order, payment,"
                + " order-status, delivery and stock-level'",
        "Oltp, style, fast, batched or plain",
        "Oltp, terminals, 10, none or published",
        "OneResultSet, cursor, none, 'server-cursor, streaming or buffered'",
        "ServerLoop, rows, 1500, a multiple of 1000 up to 1000000000",
        "ServerLoop, rows, 1000001000, a multiple of 1000 up to 1000000000",
        "PageFill, payload, zeros, random or blank",
        "PointSelect, rows, many, a whole number from 1 to 999999999",
        "PointSelect, keys, random, 'uniform, zipfian, sequential or special'",
        "PointSelect, theta, 1, 'a number above 0 and below 1, such as 0.99'",
        "PointSelect, theta, 0, 'a number above 0 and below 1, such as 0.99'",
        "PointSelect, theta, 0.0, 'a number above 0 and below 1, such as 0.99'",
        "PointSelect, theta, -0.5, 'a number above 0 and below 1, such as 0.99'",
        "RangeScan, tableRows, 0, a whole number from 1 to 999999999",
        "RwTransaction, branches, 0, a whole number from 1 to 999999999",
        "RwTransaction, theta, 1.5, 'a number above 0 and below 1, such as 0.99'",
        "UpdateSingle, statement, none, 'server-prepared, prepared or simple'",
        "Oltp, statement, simple, server-prepared or prepared",
        "GeneratedKeys, keys, id, by-name or any",
        "UpdateSingle, commit, 0, 'every, or a whole number from 1 to 999999999'",
        "Restore, indexes, none, active or inactive",
        "Restore, pageSize, 4k, 'default, or bytes such as 4096'",
        "Restore, buffers, 0, 'default, or a number of pages such as 2048'",
        "Restore, jobs, 0, a whole number from 1 to 999999999",
        "Restore, way, GBAK, usual or the name of a restore method (list restore-methods)",
        "WideRows, fetchSize, 0, 'default, or a whole number from 1 to 999999999'"
    })
    void a_value_it_does_not_accept_is_refused_in_one_line_before_anything_starts(
            String workload, String parameter, String value, String words) throws ClassNotFoundException {
        Class<?> type = Class.forName("org.rowmark.workloads." + workload);

        Workload known = Workloads.all().of(type);
        assertThatThrownBy(() -> Selection.of(known, Map.of(parameter, List.of(value))))
                .isInstanceOf(UsageException.class)
                .hasMessage("parameter " + parameter + ": '" + value + "' is not accepted; give " + words);
    }
}

package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.data.Tables;
import org.rowmark.databases.Catalogue;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.Workloads;

/** The names of what a run makes, which a dry run prints. */
class MadeNamesTest {
    private static final Workloads WORKLOADS = Workloads.all();

    /** Workloads that make tables, with parameters by which they make little. */
    private static final List<Cell> CELLS = List.of(
            new Cell(PointSelect.class, Map.of("rows", "100")),
            new Cell(RangeScan.class, Map.of("rows", "7", "tableRows", "100")),
            new Cell(CursorFetch.class, Map.of("rows", "100")),
            new Cell(WideRows.class, Map.of("rows", "10")),
            new Cell(Aggregate.class, Map.of("rows", "100")),
            new Cell(OneResultSet.class, Map.of("rows", "1000")),
            new Cell(ClientLoop.class, Map.of("rows", "100", "operation", "insert", "form", "single", "commit", "1")),
            new Cell(UpdateSingle.class, Map.of("rows", "100")),
            new Cell(DeleteInsert.class, Map.of("rows", "100")),
            new Cell(Upsert.class, Map.of("rows", "100")),
            new Cell(GeneratedKeys.class, Map.of()),
            new Cell(InsertSingle.class, Map.of()),
            new Cell(InsertBatch.class, Map.of("batchSize", "10", "rewrite", "off")),
            new Cell(InsertMultirow.class, Map.of("rows", "10")),
            new Cell(RwTransaction.class, Map.of("branches", "1", "accounts", "100")),
            new Cell(InsertSingle.class, Map.of("indexes", "5", "start", "10")),
            new Cell(InsertSingle.class, Map.of("indexes", "1")),
            new Cell(ReadWrite.class, Map.of("rows", "100", "tables", "2")),
            new Cell(ReadOnly.class, Map.of("rows", "100")),
            new Cell(Oltp.class, Map.of("warehouses", "1", "items", "100", "customers", "10")));

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void cover_every_table_that_workloads_make(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Database database = Databases.named(target.database());
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace);
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, database.features())) {
            for (Cell cell : CELLS) {
                if (cell.obstacle(database).isPresent()) {
                    continue;
                }
                runs.run(cell.workload(), cell.parameters(), 1);
                List<String> named = WORKLOADS.of(cell.workload()).makes(cell.parameters());
                try (Connection connection = runs.connect()) {
                    assertThat(Catalogue.tables(connection))
                            .as(cell.toString())
                            .filteredOn(table -> table.startsWith("rowmark_") && !table.equals("rowmark_marker"))
                            .isNotEmpty()
                            .allMatch(table -> named.stream().anyMatch(made -> matches(table, made)));
                    new Tables(connection, database).dropAll();
                }
            }
            database.driver().release(server.endpoint());
        }
    }

    private static boolean matches(String table, String made) {
        return made.endsWith("*") ? table.startsWith(made.substring(0, made.length() - 1)) : table.equals(made);
    }

    @Test
    void are_declared_by_every_workload_that_does_not_only_read() {
        assertThat(WORKLOADS.list())
                .filteredOn(workload -> workload.type().getPackageName().equals("org.rowmark.workloads"))
                .allMatch(workload -> workload.onlyReads() || workload.info().makes().length > 0)
                .flatMap(workload -> List.of(workload.info().makes()))
                .allMatch(name -> name.startsWith("rowmark_"));
    }

    @Test
    void are_those_of_the_cells_on_a_target_and_the_list_of_all() {
        assertThat(names(RunOptions.NONE
                        .workloads(List.of("point-select", "insert-single", "ping"))
                        .parameter("rows=100,2000")))
                .containsExactly(
                        "rowmark_narrow_100", "rowmark_narrow_2000", "rowmark_insert_single", "rowmark_marker");
    }

    @Test
    void are_none_where_a_run_only_reads() throws Exception {
        Path file = Files.writeString(temp.resolve("a.sql"), "select 1");
        RunOptions queries = RunOptions.NONE.with(RunOption.SQL, RunOption.SQL.parse(file.toString()));

        assertThat(names(RunOptions.NONE.workloads(List.of("ping")))).isEmpty();
        assertThat(names(queries)).isEmpty();
        assertThat(names(queries.with(RunOption.SQL_SETUP, file))).contains("rowmark_sql");
    }

    private List<String> names(RunOptions options) {
        Target target = Targets.builtIn().named("postgresql");
        RunOptions here = options.targets(List.of(target.name())).with(RunOption.OUT, temp.resolve("out"));
        return Plan.of(RunRequest.resolve(here, WORKLOADS, Targets.builtIn())).madeOn(target);
    }
}

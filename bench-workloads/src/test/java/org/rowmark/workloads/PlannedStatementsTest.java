package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Catalogue;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Tables;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.run.data.PlannedStatements;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** The statements that a dry run lists. */
class PlannedStatementsTest {
    private static final Workloads WORKLOADS = Workloads.all();

    @TempDir
    Path temp;

    static Stream<String> targets() {
        return Targets.builtIn().names().stream();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void are_known_without_a_server_for_every_workload(String target) {
        List<String> names = WORKLOADS.list().stream()
                .filter(workload -> workload.type().getPackageName().equals("org.rowmark.workloads"))
                .filter(workload -> !workload.takes(RunOption.SQL))
                .map(Workload::name)
                .toList();

        PlannedStatements planned = planned(Targets.builtIn().named(target), RunOptions.NONE.workloads(names));

        // H2 gets its functions by a class loader of its own process
        assertThat(planned.notes())
                .hasSize(target.startsWith("h2") ? 1 : 0)
                .allMatch(note -> note.startsWith("spatial: "));
        assertThat(planned.statements())
                .anyMatch(sql -> sql.startsWith("create table rowmark_marker")
                        || sql.startsWith("create cached table rowmark_marker"))
                .noneMatch(sql -> sql.contains("\n") || sql.startsWith("select"));
    }

    @Test
    void of_one_workload_are_all_that_it_executes() {
        Target external = Target.external("theirs", "postgresql", "jdbc:postgresql://db1/x")
                .withSettings(Map.of("work_mem", "64MB"));

        PlannedStatements planned = planned(
                external, RunOptions.NONE.workloads(List.of("insert-single")).parameter("commit=every"));

        assertThat(planned.settings()).containsExactly("work_mem=64MB");
        assertThat(planned.statements())
                .contains("insert into rowmark_insert_single (id, a, b, t) values (?, ?, ?, ?)")
                .anyMatch(sql -> sql.startsWith("create table rowmark_insert_single (id bigint not null primary key"))
                .allMatch(sql -> sql.contains("rowmark_") || sql.equals("checkpoint"));
        assertThat(planned.drops()).containsExactly("drop table rowmark_insert_single", "drop table rowmark_marker");
    }

    @Test
    void of_the_users_own_files_have_their_changes_and_the_schema() throws IOException {
        Path file = Files.writeString(temp.resolve("a.sql"), "select 1;\nupdate mine\nset a = 1;");
        Path setup = Files.writeString(temp.resolve("setup.sql"), "create table mine (a integer)");
        RunOptions options = RunOptions.NONE
                .with(RunOption.SQL, RunOption.SQL.parse(file.toString()))
                .with(RunOption.SQL_SETUP, setup)
                .with(RunOption.SQL_WRITES, true);

        assertThat(planned(Targets.builtIn().named("postgresql"), options).statements())
                .containsExactly(
                        "create schema rowmark_sql",
                        "create table mine (a integer)",
                        "update mine set a = 1",
                        "drop schema rowmark_sql cascade");
    }

    /** Every table that is there after a run was in the list. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void name_every_table_that_workloads_make(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace);
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, 0)) {
            for (Class<?> workload :
                    List.of(PointSelect.class, Upsert.class, RwTransaction.class, GeneratedKeys.class)) {
                Map<String, String> parameters = workload == RwTransaction.class
                        ? Map.of("branches", "1", "accounts", "100")
                        : workload == GeneratedKeys.class ? Map.of() : Map.of("rows", "100");
                if (!new Cell(workload, parameters)
                        .obstacle(Databases.named(target.database()))
                        .isEmpty()) {
                    continue;
                }
                runs.run(workload, parameters, 1);
                RunOptions options =
                        RunOptions.NONE.workloads(List.of(WORKLOADS.of(workload).name()));
                for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                    options = options.parameter(parameter.getKey() + "=" + parameter.getValue());
                }
                String planned = String.join("\n", planned(target, options).statements());
                try (Connection connection = runs.connect()) {
                    assertThat(Catalogue.tables(connection))
                            .filteredOn(table -> table.startsWith("rowmark_"))
                            .hasSizeGreaterThan(1)
                            .allMatch(table -> planned.contains("table " + table + " ("), workload.getSimpleName());
                    new Tables(connection, Databases.named(target.database())).dropAll();
                }
            }
            Databases.named(target.database()).driver().release(server.endpoint());
        }
    }

    private PlannedStatements planned(Target target, RunOptions options) {
        RunOptions here = options.targets(List.of(target.name()))
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.ITERATIONS, 1);
        RunOptions taken = options.workloads().stream()
                        .anyMatch(name -> WORKLOADS.named(name).takes(RunOption.SCALE))
                ? here.with(RunOption.SCALE, 0.0001)
                : here;
        RunRequest request =
                RunRequest.resolve(taken, WORKLOADS, Targets.builtIn().with(Map.of(target.name(), () -> target)));
        return PlannedStatements.of(Plan.of(request)).get(0);
    }
}

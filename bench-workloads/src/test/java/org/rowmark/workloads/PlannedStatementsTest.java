package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    /** Workloads, with parameters by which they make little. */
    private static final Map<Class<?>, Map<String, String>> SMALL = Map.of(
            PointSelect.class,
            Map.of("rows", "100"),
            Upsert.class,
            Map.of("rows", "100"),
            RwTransaction.class,
            Map.of("branches", "1", "accounts", "100"),
            GeneratedKeys.class,
            Map.of());

    /** A statement in PostgreSQL's log, whose further lines begin with a tab. */
    private static final Pattern LOGGED = Pattern.compile("LOG:  (?:statement|execute [^:]+): (.*(?:\\R\t.*)*)");

    private static final Pattern COPY = Pattern.compile("(?i)copy (\\w+) ");

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
        Path file = Files.writeString(temp.resolve("a.sql"), """
                select 'insert into mine'; -- a query, as are the next two
                with b as (select 1) select * from b;
                explain select 1;
                update mine
                set a = 1;
                with gone as (delete from mine returning a) insert into mine select a from gone;
                select a into copy from mine;
                explain analyze delete from mine;
                call fill();
                exec fill;
                set global read_only = 1;
                """);
        Path setup = Files.writeString(temp.resolve("setup.sql"), "create table mine (a integer); call fill()");
        RunOptions options = RunOptions.NONE
                .with(RunOption.SQL, RunOption.SQL.parse(file.toString()))
                .with(RunOption.SQL_SETUP, setup)
                .with(RunOption.SQL_WRITES, true);

        assertThat(planned(Targets.builtIn().named("postgresql"), options).statements())
                .containsExactly(
                        "create schema rowmark_sql",
                        "create table rowmark_sql.rowmark_setup (state varchar(100) not null primary key)",
                        "insert into rowmark_sql.rowmark_setup values (?)",
                        "create table mine (a integer)",
                        "call fill()",
                        "update rowmark_sql.rowmark_setup set state = ? where state = ?",
                        "update mine set a = 1",
                        "with gone as (delete from mine returning a) insert into mine select a from gone",
                        "select a into copy from mine",
                        "explain analyze delete from mine",
                        "exec fill",
                        "set global read_only = 1",
                        "drop schema rowmark_sql cascade");
    }

    @Test
    void of_the_users_own_tables_has_no_drops_that_the_schema_has() throws IOException {
        Path file = Files.writeString(temp.resolve("a.sql"), "select 1");
        Path setup = Files.writeString(temp.resolve("setup.sql"), "create table mine (a integer)");
        RunOptions options = RunOptions.NONE
                .with(RunOption.SQL, RunOption.SQL.parse(file.toString()))
                .with(RunOption.SQL_SETUP, setup);

        assertThat(planned(Target.external("theirs", "postgresql", "jdbc:postgresql://db1/x"), options)
                        .drops())
                .isEmpty();
    }

    @Test
    void have_what_reverts_a_feature_that_is_made_usable() {
        PlannedStatements planned = planned(
                Target.external("theirs", "postgresql", "jdbc:postgresql://db1/x"),
                RunOptions.NONE.workloads(List.of("spatial")));

        assertThat(planned.statements()).contains("create extension if not exists postgis");
        assertThat(planned.drops()).contains("drop extension postgis").endsWith("drop table rowmark_marker");
    }

    @ParameterizedTest
    @CsvSource({"generic, jdbc:any://db1/x, rowmark_probe", "sqlserver, jdbc:sqlserver://db1, #rowmark_probe"})
    void have_the_table_on_which_features_are_tried_unless_it_is_for_production(
            String database, String url, String table) {
        Target theirs = Target.external("theirs", database, url);
        RunOptions ping = RunOptions.NONE.workloads(List.of("ping"));

        assertThat(planned(theirs, ping).statements())
                .contains(
                        "insert into rowmark_probe (a) values (?)",
                        "insert into rowmark_probe (id, a, t) values (?, ?, ?), …",
                        "drop table " + table)
                .anyMatch(sql -> sql.startsWith("create table " + table + " (id bigint not null primary key, "))
                .allMatch(sql -> sql.contains("rowmark_probe"));
        assertThat(planned(theirs, ping).drops()).isEmpty();
        assertThat(planned(theirs.asProduction(), ping).statements()).isEmpty();
    }

    /** Every table that is there after a run was in the list. */
    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void name_every_table_that_workloads_make(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        Workspace workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace);
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, 0)) {
            for (Class<?> workload : SMALL.keySet()) {
                Map<String, String> parameters = SMALL.get(workload);
                if (!new Cell(workload, parameters)
                        .obstacle(Databases.named(target.database()))
                        .isEmpty()) {
                    continue;
                }
                runs.run(workload, parameters, 1);
                String planned = String.join("\n", planned(target, workload));
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

    /** A server logs what changes something by itself, except changes in WITH. */
    @Test
    void have_all_changes_that_a_server_logs() throws Exception {
        Target target = Targets.builtIn().named("postgresql").withSettings(Map.of("log_statement", "mod"));
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Path log = temp.resolve("server.log");
        List<String> planned = new ArrayList<>();
        try (Server server =
                        RequiredServers.start(target, new Workspace(Files.createDirectory(temp.resolve("data")), log));
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp, 0)) {
            for (Map.Entry<Class<?>, Map<String, String>> workload : SMALL.entrySet()) {
                runs.run(workload.getKey(), workload.getValue(), 1);
                planned.addAll(planned(target, workload.getKey()));
            }
        }

        assertThat(logged(Files.readString(log)))
                .hasSizeGreaterThan(SMALL.size() * 2)
                .allSatisfy(sql ->
                        assertThat(planned).anyMatch(listed -> sql.startsWith(listed) || isLoading(sql, listed)));
    }

    private static boolean isLoading(String sql, String listed) {
        Matcher copy = COPY.matcher(sql);
        return copy.lookingAt() && listed.matches("insert into " + copy.group(1) + " .* rows by .* bulk load");
    }

    /** Returns the statements that PostgreSQL has logged, as a client writes them; each once. */
    private static Set<String> logged(String log) {
        return LOGGED.matcher(log)
                .results()
                .map(match -> match.group(1).replaceAll("\\s*\\R\\s*", " ").replaceAll("\\$\\d+", "?"))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<String> planned(Target target, Class<?> workload) {
        RunOptions options =
                RunOptions.NONE.workloads(List.of(WORKLOADS.of(workload).name()));
        for (Map.Entry<String, String> parameter : SMALL.get(workload).entrySet()) {
            options = options.parameter(parameter.getKey() + "=" + parameter.getValue());
        }
        return planned(target, options).statements();
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

package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.lang3.function.FailableFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Catalogue;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.e2e.Cli;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** Somebody else's database, by its URL, with objects of all kinds, before and after a run. */
@Tag("slow")
class UntouchedServerIT {
    private static final String THEIR_DATABASE = "their_database";

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql"})
    void has_the_same_catalogue_users_and_settings_after_workloads_that_make_more_than_tables(String target)
            throws Exception {
        run("objects.yaml", Targets.builtIn().named(target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"derby", "duckdb", "firebird", "h2", "hsqldb", "mysql-8.0", "sqlite"})
    void has_the_same_catalogue_on_the_other_databases(String target) throws Exception {
        has_the_same_catalogue_users_and_settings_after_workloads_that_make_more_than_tables(target);
    }

    @Test
    void has_the_same_catalogue_users_and_settings_after_every_workload() throws Exception {
        run("matrix.yaml", Targets.builtIn().named("postgresql"));
    }

    @Test
    @EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
    void has_the_same_catalogue_users_and_settings_where_transact_sql_is_spoken() throws Exception {
        Target given = SqlServerTest.given();
        String url = given.url().orElseThrow().replaceFirst("(?i);databaseName=[^;]*", "");
        Target theirs = Target.external("theirs", given.database(), url + ";databaseName=" + THEIR_DATABASE);
        try (Server server = RequiredServers.start(given, new Workspace(temp, temp.resolve("given.log")))) {
            execute(server.endpoint(), "create database " + THEIR_DATABASE);
            try {
                run(
                        "objects.yaml",
                        given.user().isEmpty()
                                ? theirs
                                : theirs.withUser(
                                        given.user().get(), given.password().orElseThrow()));
            } finally {
                execute(server.endpoint(), "drop database " + THEIR_DATABASE);
            }
        }
    }

    private void run(String study, Target target) throws Exception {
        Path directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        Workspace workspace =
                new Workspace(Files.createDirectory(temp.resolve("their-data")), temp.resolve("server.log"));
        try (Server server = RequiredServers.start(target, workspace);
                var text = UntouchedServerIT.class.getResourceAsStream("/" + study)) {
            Files.copy(text, directory.resolve(study));
            Endpoint theirs = server.endpoint();
            Files.writeString(directory.resolve("targets.yaml"), targetsFile(theirs, target.server()));
            on(theirs, connection -> {
                Catalogue.makeTheirs(connection, theirs.database());
                return null;
            });
            List<String> before = catalogue(theirs);
            assertThat(before)
                    .noneMatch(line -> line.startsWith(Catalogue.UNREADABLE))
                    .filteredOn(line -> line.toLowerCase(Locale.ROOT).contains("their_"))
                    .hasSizeGreaterThan(3);

            Cli.Result result = Cli.in(directory)
                    .run(("run --targets-file targets.yaml --target theirs --out out --data-dir data --study " + study)
                            .split(" ", -1));

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(measured(directory.resolve("out"))).contains("insert-batch", "order-queries");
            List<String> after = catalogue(theirs);
            assertThat(difference(after, before)).as("added or changed").isEmpty();
            assertThat(difference(before, after)).as("dropped or changed").isEmpty();
        }
    }

    private static String targetsFile(Endpoint theirs, ServerKind server) {
        List<String> lines = new ArrayList<>(List.of("targets:", "  theirs:"));
        lines.add("    database: " + theirs.database());
        if (server == ServerKind.EMBEDDED) {
            lines.add("    server: embedded");
        }
        lines.add("    url: '" + theirs.url() + "'");
        theirs.user().ifPresent(user -> lines.add("    user: " + user));
        theirs.password().ifPresent(password -> lines.add("    password: '" + password.reveal() + "'"));
        lines.add("    properties:");
        theirs.properties().forEach((name, value) -> lines.add("      " + name + ": '" + value + "'"));
        return String.join("\n", lines);
    }

    private static void execute(Endpoint endpoint, String sql) throws SQLException {
        Drivers.query(endpoint, connection -> {
            Sql.execute(connection, sql);
            return null;
        });
    }

    /** Returns the catalogue as it is after a restart where the database is embedded in the JVM. */
    private static List<String> catalogue(Endpoint theirs) throws SQLException {
        return on(theirs, connection -> Catalogue.of(connection, theirs.database()));
    }

    private static <T> T on(Endpoint theirs, FailableFunction<Connection, T, SQLException> work) throws SQLException {
        T result = Drivers.query(theirs, work);
        Databases.named(theirs.database()).driver().release(theirs);
        return result;
    }

    private static List<String> measured(Path run) throws IOException {
        RunRecord record = RunDirectory.read(run);
        return record.manifest().cells().stream()
                .filter(cell -> record.summaries().get(cell.number()).outcome() == Outcome.OK)
                .map(PlannedCell::workload)
                .toList();
    }

    private static List<String> difference(List<String> these, List<String> those) {
        Set<String> known = new HashSet<>(those);
        return these.stream().filter(line -> !known.contains(line)).toList();
    }
}

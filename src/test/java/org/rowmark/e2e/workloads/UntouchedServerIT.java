package org.rowmark.e2e.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.PasswordServer;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Sql;

/** Somebody else's server, with objects of all kinds, before and after a run of every workload. */
class UntouchedServerIT {
    private static final String PASSWORD = "canary-in-catalogue";

    /** Columns whose values a server changes by itself, or for its own tables. */
    private static final Set<String> VOLATILE = Set.of("""
            relpages reltuples relallvisible relfrozenxid relminmxid datfrozenxid datminmxid
            table_rows avg_row_length data_length max_data_length index_length data_free update_time check_time checksum
            cardinality timestamp""".split("\\s+"));

    /** The schemas that a session had for its temporary tables are kept for the next one. */
    private static final String OF_A_SESSION = "(?s).* nspname=pg_(toast_)?temp_\\d+ .*";

    private static final String POSTGRESQL = """
            select 'pg_catalog.' || relname from pg_class
            where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and relname not like 'pg_statistic%'
            union all
            select unnest(array['pg_settings', 'pg_file_settings', 'pg_sequences', 'their_shop.books', 'their_orders'])""";

    private static final String MARIADB = """
            select concat('information_schema.', table_name) from information_schema.tables
            where table_schema = 'information_schema' and table_name in ('SCHEMATA', 'COLUMNS', 'STATISTICS', 'VIEWS',
                'KEY_COLUMN_USAGE', 'TABLE_CONSTRAINTS', 'REFERENTIAL_CONSTRAINTS', 'CHECK_CONSTRAINTS', 'TRIGGERS',
                'ROUTINES', 'PARAMETERS', 'EVENTS', 'PLUGINS', 'USER_PRIVILEGES', 'SCHEMA_PRIVILEGES',
                'TABLE_PRIVILEGES', 'COLUMN_PRIVILEGES', 'GLOBAL_VARIABLES')
            union all
            select concat('mysql.', table_name) from information_schema.tables
            where table_schema = 'mysql' and table_name in ('global_priv', 'roles_mapping', 'db', 'tables_priv',
                'columns_priv', 'procs_priv', 'proxies_priv', 'servers', 'func')
            union all
            select "(select * from information_schema.tables where table_schema <> 'information_schema') tables"
            union all select 'their_shop.books' union all select 'their_shop.numbers'""";

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"postgresql, restore oltp spatial", "mariadb, restore oltp spatial"})
    void has_the_same_catalogue_users_and_settings_after_a_run_of_every_workload(String database, String some)
            throws Exception {
        Path directory = Files.createDirectory(temp.resolve("work"));
        Path data = Files.createDirectory(temp.resolve("data"));
        temp.toFile().setExecutable(true, false);
        try (PasswordServer theirs = PasswordServer.start(database, temp, PASSWORD)) {
            theirs.targetsFile(directory.resolve("targets.yaml"), PASSWORD);
            execute(theirs, resource("/theirs/" + database + ".sql").split("\\R\\R"));
            Files.writeString(directory.resolve("matrix.yaml"), resource("/matrix.yaml"));
            Set<String> before = catalogue(theirs, database);

            Cli.Result result = Cli.in(directory)
                    .run(("run --study matrix.yaml --targets targets.yaml --target theirs --out out --data-dir " + data)
                            .split(" ", -1));

            assertThat(result.exitCode()).as(result.toString()).isZero();
            assertThat(measured(directory.resolve("out"))).contains(some.split(" ", -1));
            Set<String> after = catalogue(theirs, database);
            assertThat(difference(after, before)).as("added or changed").isEmpty();
            assertThat(difference(before, after)).as("dropped or changed").isEmpty();
        }
    }

    private static String resource(String name) throws IOException {
        try (var text = UntouchedServerIT.class.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void execute(PasswordServer server, String... statements) throws SQLException {
        try (Connection connection = server.connect()) {
            Sql.execute(connection, statements);
        }
    }

    private static List<String> measured(Path run) throws IOException {
        RunRecord record = RunDirectory.read(run);
        return record.manifest().cells().stream()
                .filter(cell -> record.summaries().get(cell.number()).outcome() == Outcome.OK)
                .map(PlannedCell::workload)
                .toList();
    }

    private static List<String> difference(Set<String> these, Set<String> those) {
        return these.stream().filter(line -> !those.contains(line)).toList();
    }

    /** Returns a line for each row of the tables of a server's catalogue, and of some of theirs. */
    private static Set<String> catalogue(PasswordServer server, String database) throws SQLException {
        Set<String> lines = new LinkedHashSet<>();
        try (Connection connection = server.connect()) {
            List<String> relations =
                    Sql.rows(connection, database.equals("postgresql") ? POSTGRESQL : MARIADB, row -> row.getString(1));
            assertThat(relations).hasSizeGreaterThan(25);
            for (String relation : relations) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("select * from " + relation)) {
                    add(rows, relation, lines);
                }
            }
        }
        return lines;
    }

    private static void add(ResultSet rows, String relation, Set<String> lines) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            columns.add(rows.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        while (rows.next()) {
            StringBuilder line = new StringBuilder(relation);
            for (int i = 0; i < columns.size(); i++) {
                if (!VOLATILE.contains(columns.get(i))) {
                    line.append(' ').append(columns.get(i)).append('=').append(rows.getString(i + 1));
                }
            }
            if (!line.toString().matches(OF_A_SESSION)) {
                lines.add(line.toString());
            }
        }
    }
}

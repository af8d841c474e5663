package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Await;
import org.rowmark.util.Sql;
import org.rowmark.util.UserFile;

/** The same files through Rowmark and through each product's own client: the server's log has the same statements. */
class ProductClientsTest {
    private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):(\\d+)/(\\w+)");
    private static final Pattern POSTGRESQL_LOG =
            Pattern.compile(" LOG:  (?:statement|execute [^:]+): (.*(?:\n\t.*)*)");
    private static final Pattern FIREBIRD_LOG = Pattern.compile(
            "EXECUTE_STATEMENT_START\n\trowmark .*\n(?:.+\n)*(?:\nStatement.*)?\n*-{20,}\n((?s:.*?))\n+(?=\\d{4}-\\d\\d-\\d\\dT)");
    static final Pattern LEADING_COMMENTS = Pattern.compile("^(?:\\s|--.*\n|/\\*(?s:.*?)\\*/)+");

    private static final Pattern LEADING_LINES = Pattern.compile("^(?:\\s|--.*(?:\n|$))+");
    private static final String BEGIN = "select 'begin of file'";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path temp;

    /** The client sends no lines of comments that are before a statement. */
    @Test
    void psql_sends_the_same_statements() throws Exception {
        requireProgram("psql");
        try (Server server = start("postgresql");
                Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(connection, "alter system set log_statement = 'all'", "select pg_reload_conf()");
            assertThat(Await.until(() -> isAllLogged(server.endpoint()), LIMIT, Duration.ofMillis(50)))
                    .isTrue();
            for (String text : variants(resource("psql.sql"), resource("pg_dump.sql"))) {
                Path file = Files.writeString(temp.resolve("file.sql"), text);
                List<String> ofClient = logged(() -> client(
                        server.endpoint(),
                        "PGPASSWORD",
                        file,
                        "psql -X -q -v ON_ERROR_STOP=1 -U %user -h %host -p %port -d %database -f "));

                List<String> ofRowmark = logged(() -> execute(server.endpoint(), file));

                assertThat(without(LEADING_LINES, ofRowmark))
                        .hasSizeGreaterThan(5)
                        .containsExactlyElementsOf(without(LEADING_LINES, ofClient));
            }
        }
    }

    private static boolean isAllLogged(Endpoint endpoint) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            return Sql.text(connection, "show log_statement").orElseThrow().equals("all");
        }
    }

    /** The client sends lines of comments as statements, and knows a command {@code \-} that is in a comment of a dump. */
    @Test
    void the_client_of_mariadb_sends_the_same_statements() throws Exception {
        requireProgram("mariadb");
        try (Server server = start("mariadb");
                Connection log = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(log, "set global log_output = 'TABLE'", "set global general_log = 1");
            for (String text : variants(resource("mariadb.sql"), resource("mariadb-dump.sql"))) {
                Path file = Files.writeString(temp.resolve("file.sql"), text);
                List<String> ofClient = ofGeneralLog(
                        log,
                        () -> client(
                                server.endpoint(),
                                "MYSQL_PWD",
                                file,
                                "mariadb --no-defaults --comments -h %host -P %port -u %user -D %database < "));

                List<String> ofRowmark = ofGeneralLog(log, () -> execute(server.endpoint(), file));

                assertThat(without(LEADING_LINES, ofRowmark))
                        .hasSizeGreaterThan(5)
                        .map(statement -> statement.replace("\\-", ""))
                        .containsExactlyElementsOf(without(LEADING_LINES, ofClient));
            }
        }
    }

    private static List<String> ofGeneralLog(Connection log, FailableRunnable<Exception> sender) throws Exception {
        Sql.execute(log, "truncate mysql.general_log");
        sender.run();
        return ofFile(Sql.rows(
                log,
                "select argument from mysql.general_log"
                        + " where thread_id <> connection_id() and command_type = 'Query'",
                row -> plain(row.getString(1)))
                .stream());
    }

    /** The client sends no comments that are before a statement. */
    @Tag("slow")
    @Test
    void isql_sends_the_same_statements() throws Exception {
        requireProgram("isql-fb");
        requireProgram("fbtracemgr");
        Path rules = Files.writeString(temp.resolve("trace.conf"), """
                database
                {
                enabled = true
                log_statement_start = true
                max_sql_length = 65000
                time_threshold = 0
                }
                """);
        try (Server server = start("firebird")) {
            Path output = temp.resolve("trace.log");
            Process trace = process(
                    server.endpoint(),
                    "ISC_PASSWORD",
                    output,
                    "fbtracemgr -se %host/%port:service_mgr -user %user -start -config " + rules);
            try {
                assertThat(Await.until(
                                () -> Files.readString(output).contains("started"), LIMIT, Duration.ofMillis(50)))
                        .isTrue();
                for (String text :
                        List.of(resource("isql.sql"), resource("isql.sql").replace("\n", "\r\n"))) {
                    Path file = Files.writeString(temp.resolve("file.sql"), text);
                    List<String> ofClient = traced(
                            output,
                            server.endpoint(),
                            () -> client(
                                    server.endpoint(),
                                    "ISC_PASSWORD",
                                    file,
                                    "isql-fb -b -q -ch UTF8 -user %user %host/%port:%database -i "));

                    List<String> ofRowmark = traced(output, server.endpoint(), () -> execute(server.endpoint(), file));

                    assertThat(ofRowmark).hasSize(4);
                    assertThat(without(LEADING_COMMENTS, ofRowmark)).containsExactlyElementsOf(ofClient);
                }
            } finally {
                trace.destroy();
                trace.waitFor(60, TimeUnit.SECONDS);
            }
        }
    }

    static List<String> without(Pattern leading, List<String> statements) {
        return statements.stream()
                .map(statement -> leading.matcher(statement).replaceFirst(""))
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** Returns the files as editors save them: with both kinds of lines, with a byte order mark and no last line end. */
    static List<String> variants(String... texts) {
        return Arrays.stream(texts)
                .flatMap(text -> Stream.of(text, text.replace("\n", "\r\n"), "\uFEFF" + text.stripTrailing()))
                .toList();
    }

    private Server start(String target) throws IOException {
        return new SqlRun(temp).start(Targets.builtIn().named(target));
    }

    private List<String> logged(FailableRunnable<Exception> sender) throws Exception {
        Path log = temp.resolve("server.log");
        int before = Files.readString(log).length();
        sender.run();
        return ofFile(POSTGRESQL_LOG
                .matcher(Files.readString(log).substring(before).replace("\r", ""))
                .results()
                .map(entry -> plain(entry.group(1).replace("\n\t", "\n"))));
    }

    /** Returns what the server traced until a statement that is sent last. */
    private List<String> traced(Path output, Endpoint endpoint, FailableRunnable<Exception> sender) throws Exception {
        int before = Files.readString(output).length();
        sender.run();
        String end = "end of file at " + before;
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
            Sql.execute(connection, "select '" + end + "' from rdb$database");
        }
        assertThat(Await.until(() -> Files.readString(output).contains(end), LIMIT, Duration.ofMillis(50)))
                .isTrue();
        String trace = Files.readString(output).substring(before);
        return ofFile(FIREBIRD_LOG
                .matcher(trace.substring(0, trace.indexOf(end)))
                .results()
                .map(entry -> plain(entry.group(1))));
    }

    /** Drops what a driver sends before the statements of a file. */
    private static List<String> ofFile(Stream<String> statements) {
        List<String> all = statements.toList();
        return all.subList(
                all.stream().map(sql -> sql.startsWith(BEGIN)).toList().lastIndexOf(true) + 1, all.size());
    }

    /** Returns a statement without the semicolon that some clients send and without carriage returns, which some drop. */
    static String plain(String statement) {
        return statement.replace("\r", "").strip().replaceFirst(";$", "").strip();
    }

    private static void execute(Endpoint endpoint, Path file) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN);
                Statement statement = connection.createStatement()) {
            statement.execute(BEGIN + (endpoint.database().equals("firebird") ? " from rdb$database" : ""));
            for (SqlStatement one : new SqlInput.Source("file.sql", UserFile.text(file))
                    .statements(Databases.named(endpoint.database())
                            .dialect()
                            .userSql()
                            .rules())) {
                statement.execute(one.text());
            }
        }
    }

    private void client(Endpoint endpoint, String variable, Path file, String command) throws Exception {
        Path output = temp.resolve("client.log");
        Process client = process(endpoint, variable, output, command + file);
        assertThat(client.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(client.exitValue()).as(Files.readString(output)).isZero();
    }

    /** Starts a program with words for the server's address, and the password in a variable. */
    private static Process process(Endpoint endpoint, String variable, Path output, String command) throws IOException {
        Matcher address = ADDRESS.matcher(endpoint.url());
        assertThat(address.find()).isTrue();
        String words = command.replace("%host", address.group(1))
                .replace("%port", address.group(2))
                .replace("%database", address.group(3))
                .replace("%user", endpoint.user().orElseThrow());
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec " + words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put(variable, endpoint.password().orElseThrow().reveal());
        return builder.start();
    }

    private static void requireProgram(String name) {
        boolean isThere = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        Assumptions.assumeTrue(isThere, name + " is not installed");
    }

    static String resource(String name) throws IOException {
        try (InputStream in = ProductClientsTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }
}

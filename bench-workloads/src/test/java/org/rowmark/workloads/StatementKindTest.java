package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.workloads.data.KeyedStatement;
import org.rowmark.workloads.data.StatementKind;

/** What servers get of each kind of statement. */
class StatementKindTest {
    private static final String PREPARED = "prepared";
    private static final String SERVER_PREPARED = "server-prepared";
    private static final String SIMPLE = "simple";

    @TempDir
    private Path temp;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postgresql          | select count(*) from pg_prepared_statements where statement like 'select id%'
            mariadb             | select variable_value from information_schema.session_status where variable_name = 'COM_STMT_PREPARE'
            mariadb-connector-j | select variable_value from information_schema.session_status where variable_name = 'COM_STMT_PREPARE'
            """)
    void the_server_prepares_server_prepared_statements_only(String name, String count) throws Exception {
        Target target = Targets.builtIn().named(name);
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            runs.execute("create table kinds (id bigint not null primary key)");

            assertThat(prepared(PREPARED, count)).isZero();
            assertThat(prepared(SERVER_PREPARED, count)).isEqualTo(1);
            assertThat(prepared(SIMPLE, count)).isZero();
        }
    }

    @Test
    void a_simple_statement_has_its_values_in_its_text() throws Exception {
        Target target = Targets.builtIn().named("postgresql");
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            runs.execute("create table kinds (id bigint not null primary key)");

            assertThat(texts(PREPARED, runs)).isZero();
            assertThat(texts(SERVER_PREPARED, runs)).isZero();
            assertThat(texts(SIMPLE, runs)).isEqualTo(1);
        }
    }

    /** Returns how many statements the server has prepared for a session that has executed one of that kind. */
    private static long prepared(String kind, String count) throws IOException, SQLException {
        Session session = session(kind);
        execute(kind, session);
        long prepared = Sql.number(session.connection(), count);
        session.close();
        return prepared;
    }

    /** Returns in how many sessions the last text is that of the statement with its value. */
    private static long texts(String kind, TargetRuns runs) throws IOException, SQLException {
        Session session = session(kind);
        execute(kind, session);
        long texts =
                runs.number("select count(*) from pg_stat_activity where query = 'select id from kinds where id = 7'");
        session.close();
        return texts;
    }

    private static Session session(String kind) throws IOException {
        Session session = new Session();
        Db db = TargetRuns.db(PointSelect.class, 1);
        kind(kind).choose(db);
        session.open(db, new Latencies());
        return session;
    }

    private static void execute(String kind, Session session) throws SQLException {
        String sql = "select id from kinds where id = ?";
        KeyedStatement statement = new KeyedStatement(session, kind(kind), sql, number -> 7, 1, 0);
        statement.draw(key -> 0);
        try (ResultSet row = statement.query(statement.keys().next())) {
            assertThat(row.next()).isFalse();
        }
    }

    private static StatementKind kind(String name) {
        StatementKind kind = new StatementKind();
        kind.statement = name;
        return kind;
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}

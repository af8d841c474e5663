package org.rowmark.workloads.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.fixture.Db;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * A file on a target, as a fork measures it and as the baseline is asked for its answer.
 *
 * @param file name of the file
 * @param statements of the file
 * @param parameters values in the order of their use
 * @param writes whether statements may be others than queries
 * @param preparesAll whether statements are prepared that have no parameters, too
 */
public record SqlWork(
        RunningTarget running,
        SqlFolder folder,
        String file,
        List<SqlStatement> statements,
        SqlParameters parameters,
        boolean writes,
        boolean preparesAll) {

    static SqlWork of(RunningTarget running, Connection connection, String file, boolean writes, boolean preparesAll)
            throws IOException, SQLException {
        SqlFolder folder = SqlFolder.of(running);
        List<SqlStatement> statements =
                folder.statements(file, database(running).dialect().lexicalRules(connection));
        return new SqlWork(running, folder, file, statements, folder.parameters(), writes, preparesAll);
    }

    /**
     * Makes a file ready in a fork: executes it once, records its plans and, if the run compares results, compares its
     * own with the baseline's.
     *
     * @throws IllegalStateException if they differ
     */
    public static SqlWork ready(Db db, String file, boolean preparesAll) throws IOException, SQLException {
        SqlWork work;
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            boolean writes = db.option(RunOption.SQL_WRITES.key()).isPresent();
            work = of(db.running(), connection, file, writes, preparesAll);
            if (db.clients().isFirst()) {
                work.schema(connection).enter(writes);
            }
        }
        db.clients().await();
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            work.connect(connection);
            try (ScriptRun run = work.on(connection)) {
                if (db.option(RunOption.SAME_RESULT.key()).isPresent()) {
                    work.compare(run);
                } else {
                    run.run(work.values().get(0));
                }
            }
            if (db.clients().isFirst()) {
                Plans.record(
                        work.running,
                        connection,
                        database(work.running),
                        work.statements,
                        work.values().get(0));
            }
        }
        return work;
    }

    private void compare(ScriptRun run) throws IOException, SQLException {
        Answer own = Answer.of(name(), run, parameters);
        Optional<Answer> baseline = folder.reference();
        own.requireLike(baseline.orElseThrow(() -> new UsageException(
                RunOption.SAME_RESULT.name() + ": the baseline has no answer, as it cannot be measured")));
        ForkSignals.data(file, own.text());
    }

    /** Gets the answer, on a connection that has not been used. */
    Answer answer(Connection connection) throws SQLException {
        try {
            prepare(connection);
            try (ScriptRun run = on(connection)) {
                return Answer.of(name(), run, parameters);
            }
        } catch (SQLException e) {
            return Answer.failed(name(), e);
        }
    }

    private String name() {
        return file + " on " + running.target().name();
    }

    /** Returns the values of parameters, a list for each execution; after the last the first follows. */
    public List<List<Object>> values() {
        return parameters.rows();
    }

    /** Returns the statements on a connection that {@link #connect} has made ready. */
    public ScriptRun on(Connection connection) throws SQLException {
        return new ScriptRun(connection, statements, preparesAll);
    }

    /** Makes a connection that measures use the tables of the setup script, if there is one, and refuse changes. */
    public void connect(Connection connection) throws IOException, SQLException {
        schema(connection).enter(false);
        prepare(connection);
    }

    OwnSchema schema(Connection connection) {
        return new OwnSchema(connection, database(running), folder);
    }

    /** Makes a connection refuse changes, as far as driver and server can. */
    private void prepare(Connection connection) throws SQLException {
        if (!writes) {
            refuseChanges(connection, database(running));
        }
    }

    /** Sets nothing in a session that other clients get: there, each execution is a read-only transaction. */
    static void refuseChanges(Connection connection, Database database) throws SQLException {
        boolean isShared = database.driver().isShared(connection);
        if (isShared) {
            connection.setAutoCommit(false);
        }
        try {
            connection.setReadOnly(true);
        } catch (SQLException e) {
            // DuckDB and SQLite can only open a connection so
        }
        if (!isShared) {
            Sql.execute(connection, database.dialect().userSql().readOnly().toArray(String[]::new));
        }
    }

    private static Database database(RunningTarget running) {
        return Databases.named(running.target().database());
    }
}

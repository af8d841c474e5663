package org.rowmark.workloads.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.sql.LexicalRule;
import org.rowmark.fixture.Db;
import org.rowmark.fork.ForkSignals;
import org.rowmark.options.DrawnParameters;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * A file on a target, as a fork measures it and as the baseline is asked for its answer.
 *
 * @param file name of the file
 * @param statements of the file
 * @param values of their parameters
 */
public record SqlWork(
        RunningTarget running,
        SqlFolder folder,
        String file,
        List<BoundStatement> statements,
        SqlValues values,
        Use use) {

    /**
     * How files are used.
     *
     * @param writes whether statements may be others than queries
     * @param preparesAll whether statements are prepared that have no parameters, too
     * @param isMix whether files are transactions of one workload
     */
    record Use(boolean writes, boolean preparesAll, boolean isMix, DrawnParameters drawn) {
        static Use of(Db db, boolean preparesAll) {
            boolean isMix = db.option(RunOption.MIX.key()).isPresent();
            return new Use(
                    isMix || db.option(RunOption.SQL_WRITES.key()).isPresent(),
                    preparesAll,
                    isMix,
                    db.option(RunOption.SQL_PARAM.key())
                            .map(RunOption.SQL_PARAM::parse)
                            .orElse(DrawnParameters.NONE));
        }
    }

    static SqlWork of(RunningTarget running, Connection connection, String file, Use use)
            throws IOException, SQLException {
        SqlFolder folder = SqlFolder.of(running);
        Set<LexicalRule> ofProduct = database(running).dialect().lexicalRules(connection);
        Set<LexicalRule> rules = use.isMix ? Unit.rules(ofProduct) : ofProduct;
        SqlValues values = new SqlValues(folder.parameters(), use.drawn);
        return new SqlWork(running, folder, file, values.bind(folder.statements(file, rules), rules), values, use);
    }

    /**
     * Makes files ready in a fork: executes each once, records its plans and, if the run compares results, compares its
     * own with the baseline's.
     *
     * @throws IllegalStateException if they differ
     */
    static List<SqlWork> ready(Db db, Collection<String> files, boolean preparesAll) throws IOException, SQLException {
        List<SqlWork> all = new ArrayList<>();
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            Use use = Use.of(db, preparesAll);
            for (String file : files) {
                all.add(of(db.running(), connection, file, use));
            }
            if (db.clients().isFirst()) {
                all.get(0).schema(connection).enter(use.writes);
            }
        }
        db.clients().await();
        for (SqlWork work : all) {
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                work.connect(connection);
                work.first(db, connection);
            }
        }
        return all;
    }

    private void first(Db db, Connection connection) throws IOException, SQLException {
        List<Object> row = values.compared().get(0);
        try (ScriptRun run = on(connection)) {
            if (db.option(RunOption.SAME_RESULT.key()).isPresent()) {
                compare(run);
            } else {
                run.run(row);
            }
        }
        if (db.clients().isFirst()) {
            Plans.record(running, connection, database(running), statements, row);
        }
    }

    private void compare(ScriptRun run) throws IOException, SQLException {
        Answer own = Answer.of(name(), run, values.compared());
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
                return Answer.of(name(), run, values.compared());
            }
        } catch (SQLException e) {
            return Answer.failed(name(), e);
        }
    }

    private String name() {
        return file + " on " + running.target().name();
    }

    /** Returns the statements on a connection that {@link #connect} has made ready. */
    ScriptRun on(Connection connection) throws SQLException {
        return on(new Transactions(connection));
    }

    ScriptRun on(Transactions transactions) throws SQLException {
        return new ScriptRun(transactions, statements, use.preparesAll, use.isMix);
    }

    /** Makes a connection that measures use the tables of the setup script, if there is one, and refuse changes. */
    void connect(Connection connection) throws IOException, SQLException {
        schema(connection).enter(false);
        prepare(connection);
    }

    OwnSchema schema(Connection connection) {
        return new OwnSchema(connection, database(running), folder);
    }

    /** Makes a connection refuse changes, as far as driver and server can. */
    private void prepare(Connection connection) throws SQLException {
        if (!use.writes) {
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

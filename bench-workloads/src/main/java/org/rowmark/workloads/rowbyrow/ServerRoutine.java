package org.rowmark.workloads.rowbyrow;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Routine;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.util.Sql;

/**
 * A routine of the server that a session calls, entered in the marker table and created before anything is measured. The
 * workload drops it at the end; where its fork is killed before, the next one does.
 */
public final class ServerRoutine {
    private final Session session;
    private final Routine routine;
    private final SessionStatement<Statement> statement;

    /** @param name of the routine, where it has one */
    public ServerRoutine(Db db, Session session, String name, Routine routine) throws SQLException {
        this.session = session;
        this.routine = routine;
        if (!routine.after().isEmpty()) {
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                db.tables(connection).enterRoutine(name, routine.after().get(0));
            }
        }
        execute(routine.before());
        statement = session.statement(Connection::createStatement);
    }

    private void execute(Iterable<String> statements) throws SQLException {
        for (String sql : statements) {
            Sql.execute(session.connection(), sql);
        }
        if (!session.connection().getAutoCommit()) {
            session.commit();
        }
    }

    /** Returns the text of the call. */
    public String call() {
        return routine.query();
    }

    /** Returns the statement that executes {@link #call}. */
    public Statement statement() throws SQLException {
        return statement.get();
    }

    /** Drops it. */
    public void drop() throws SQLException {
        execute(routine.after());
    }
}

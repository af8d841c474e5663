package org.rowmark.workloads.rowbyrow;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.data.Tables;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.sql.Routine;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.util.Sql;

/**
 * A routine of the server that a session calls, entered in the marker table and created before anything is measured. The
 * workload drops it at the end; where its fork is killed before, the next one does.
 */
public final class ServerRoutine {
    private final Db db;
    private final Session session;
    private final String name;
    private final Routine routine;
    private final SessionStatement<Statement> statement;

    /** @param name of the routine, where it has one */
    public ServerRoutine(Db db, Session session, String name, Routine routine) throws SQLException {
        this.db = db;
        this.session = session;
        this.name = name;
        this.routine = routine;
        if (isCreated()) {
            create();
        }
        statement = session.statement(Connection::createStatement);
    }

    private boolean isCreated() {
        return !routine.after().isEmpty();
    }

    private void create() throws SQLException {
        onTables(tables -> tables.dropRoutine(name));
        execute(routine.before());
        onTables(tables -> tables.enterRoutine(name, routine.after().get(0)));
    }

    /** Drops it. */
    public void drop() throws SQLException {
        if (isCreated()) {
            execute(routine.after());
            onTables(tables -> tables.dropRoutine(name));
        }
    }

    private void onTables(FailableConsumer<Tables, SQLException> work) throws SQLException {
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            work.accept(db.tables(connection));
        }
    }

    private void execute(List<String> statements) throws SQLException {
        Sql.execute(session.connection(), statements.toArray(String[]::new));
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
}

package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.rowmark.util.UsageException;

/** What brings a table to the files of its database, on a connection that is open before it is measured. */
public final class Checkpoint implements AutoCloseable {
    private final Connection connection;
    private final Statement statement;
    private final List<String> statements;

    /**
     * @param connection of its own, with autocommit on; closed with this
     * @param statements maybe none, where every commit does it
     */
    public Checkpoint(Connection connection, List<String> statements) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        this.statements = statements;
    }

    /** Whether there is anything to do. */
    boolean exists() {
        return !statements.isEmpty();
    }

    /** What is measured. */
    void run() throws SQLException {
        for (String sql : statements) {
            statement.execute(sql);
        }
    }

    /**
     * Does it once before anything is measured, so that nothing from before is left to be written.
     *
     * @throws UsageException if the database refuses
     */
    void rehearse() {
        try {
            run();
        } catch (SQLException e) {
            throw new UsageException("page-fill ends with a checkpoint (" + String.join("; ", statements)
                    + "), which the database refuses: " + e.getMessage()
                    + "; give the user the right to it, see docs/page-fill.md");
        }
    }

    @Override
    public void close() throws SQLException {
        try (connection) {
            statement.close();
        }
    }
}

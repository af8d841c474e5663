package org.rowmark.workloads.pagefill;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.rowmark.util.UsageException;

/** The statements that write a table to the files of its database, on a connection opened before they are measured. */
public final class Checkpoint implements AutoCloseable {
    private final Connection connection;
    private final Statement statement;
    private final List<String> statements;

    /**
     * @param connection used by nothing else, with autocommit on; closed with this
     * @param statements none where every commit writes to the files
     */
    public Checkpoint(Connection connection, List<String> statements) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        this.statements = statements;
    }

    /** Returns whether there are any statements. */
    boolean exists() {
        return !statements.isEmpty();
    }

    /** Executes the statements; this is measured. */
    void run() throws SQLException {
        for (String sql : statements) {
            statement.execute(sql);
        }
    }

    /**
     * Executes the statements before anything is measured, so that no earlier change is left to be written.
     *
     * @throws UsageException if the database refuses them
     */
    public void rehearse() {
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

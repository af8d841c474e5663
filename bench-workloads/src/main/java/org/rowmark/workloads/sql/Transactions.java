package org.rowmark.workloads.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** The transactions of a connection; autocommit is switched when the next statement needs it. */
final class Transactions {
    private final Connection connection;
    private final boolean areOfPasses;
    private boolean isAutoCommit;

    Transactions(Connection connection) throws SQLException {
        this.connection = connection;
        isAutoCommit = connection.getAutoCommit();
        areOfPasses = !isAutoCommit;
    }

    Connection connection() {
        return connection;
    }

    /** Returns whether each pass through a file is a transaction, as autocommit was off. */
    boolean areOfPasses() {
        return areOfPasses;
    }

    void begin(Unit<?> unit) throws SQLException {
        boolean isOutside = unit.end() == SqlStatement.Control.NONE;
        if (isAutoCommit != isOutside) {
            connection.setAutoCommit(isOutside);
            isAutoCommit = isOutside;
        }
    }

    void end(Unit<?> unit) throws SQLException {
        switch (unit.end()) {
            case COMMIT -> connection.commit();
            case ROLLBACK -> connection.rollback();
            default -> {}
        }
    }

    /** Rolls back after a failure. */
    void rollBack() throws SQLException {
        if (!isAutoCommit) {
            connection.rollback();
        }
    }
}

package org.rowmark.workloads.rw;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The statements of a thread's transactions, in the order in which they are executed. */
public final class BankStatements implements AutoCloseable {
    private final Connection connection;
    private PreparedStatement updateAccount;
    private PreparedStatement selectBalance;
    private PreparedStatement updateTeller;
    private PreparedStatement updateBranch;
    private PreparedStatement insertHistory;

    /** @param connection whose autocommit is switched off */
    public BankStatements(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
        prepare();
    }

    private void prepare() throws SQLException {
        updateAccount =
                connection.prepareStatement("update " + Bank.ACCOUNTS + " set abalance = abalance + ? where aid = ?");
        selectBalance = connection.prepareStatement("select abalance from " + Bank.ACCOUNTS + " where aid = ?");
        updateTeller =
                connection.prepareStatement("update " + Bank.TELLERS + " set tbalance = tbalance + ? where tid = ?");
        updateBranch =
                connection.prepareStatement("update " + Bank.BRANCHES + " set bbalance = bbalance + ? where bid = ?");
        insertHistory = connection.prepareStatement("insert into " + Bank.HISTORY
                + " (tid, bid, aid, delta, mtime) values (?, ?, ?, ?, current_timestamp)");
    }

    /** Executes and commits a transaction; returns the account's new balance. */
    public long transact(long account, long teller, int amount) throws SQLException {
        long branch = Bank.branch(teller);
        update(updateAccount, amount, account);
        long balance = balance(account);
        update(updateTeller, amount, teller);
        update(updateBranch, amount, branch);
        insertHistory.setLong(1, teller);
        insertHistory.setLong(2, branch);
        insertHistory.setLong(3, account);
        insertHistory.setInt(4, amount);
        insertHistory.executeUpdate();
        connection.commit();
        return balance;
    }

    private static void update(PreparedStatement statement, int amount, long key) throws SQLException {
        statement.setInt(1, amount);
        statement.setLong(2, key);
        statement.executeUpdate();
    }

    private long balance(long account) throws SQLException {
        selectBalance.setLong(1, account);
        try (ResultSet row = selectBalance.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Rolls back after a failure, and prepares the statements again where the driver closed the one that failed. */
    public void rollBack() throws SQLException {
        connection.rollback();
        for (PreparedStatement statement : all()) {
            if (statement.isClosed()) {
                close();
                prepare();
                return;
            }
        }
    }

    private List<PreparedStatement> all() {
        return List.of(updateAccount, selectBalance, updateTeller, updateBranch, insertHistory);
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : all()) {
            statement.close();
        }
    }
}

package org.rowmark.workloads.rw;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/** The statements of a thread's transactions, in the order in which they are executed. */
public final class BankStatements {
    /** How many are in a transaction. */
    static final int OF_TRANSACTION = 5;

    private final Session session;
    private final SessionStatement<PreparedStatement> updateAccount;
    private final SessionStatement<PreparedStatement> selectBalance;
    private final SessionStatement<PreparedStatement> updateTeller;
    private final SessionStatement<PreparedStatement> updateBranch;
    private final SessionStatement<PreparedStatement> insertHistory;

    /** @param session not used yet; its autocommit is switched off */
    public BankStatements(Session session) throws SQLException {
        this.session = session;
        session.choose(ConnectionMode.PLAIN, false);
        updateAccount = session.statement("update " + Bank.ACCOUNTS + " set abalance = abalance + ? where aid = ?");
        selectBalance = session.statement("select abalance from " + Bank.ACCOUNTS + " where aid = ?");
        updateTeller = session.statement("update " + Bank.TELLERS + " set tbalance = tbalance + ? where tid = ?");
        updateBranch = session.statement("update " + Bank.BRANCHES + " set bbalance = bbalance + ? where bid = ?");
        insertHistory = session.statement("insert into " + Bank.HISTORY
                + " (tid, bid, aid, delta, mtime) values (?, ?, ?, ?, current_timestamp)");
    }

    /** Executes and commits a transaction; returns the account's new balance. */
    public long transact(long account, long teller, int amount) throws SQLException {
        long branch = Bank.branch(teller);
        update(updateAccount, amount, account);
        long balance = balance(account);
        update(updateTeller, amount, teller);
        update(updateBranch, amount, branch);
        PreparedStatement insert = insertHistory.get();
        insert.setLong(1, teller);
        insert.setLong(2, branch);
        insert.setLong(3, account);
        insert.setInt(4, amount);
        insert.executeUpdate();
        session.commit();
        return balance;
    }

    private static void update(SessionStatement<PreparedStatement> update, int amount, long key) throws SQLException {
        PreparedStatement statement = update.get();
        statement.setInt(1, amount);
        statement.setLong(2, key);
        statement.executeUpdate();
    }

    private long balance(long account) throws SQLException {
        PreparedStatement select = selectBalance.get();
        select.setLong(1, account);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}

package org.rowmark.workloads.sbtest;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.rowmark.fixture.SessionStatement;

/**
 * The changes of a transaction. Their update counts are not compared: a row that another transaction replaces while this
 * one waits is, to some databases, not the row that it waited for.
 */
final class Writes {
    private final SbtestTransaction transaction;
    private final WriteCounts counts;

    Writes(SbtestTransaction transaction, WriteCounts counts) {
        this.transaction = transaction;
        this.counts = counts;
    }

    void add() throws SQLException {
        transaction.add(counts.indexUpdates, 1, this::indexUpdate);
        transaction.add(counts.nonIndexUpdates, 1, this::nonIndexUpdate);
        transaction.add(counts.deleteInserts, 2, this::deleteInsert);
    }

    private SbtestTransaction.Step indexUpdate(String table) throws SQLException {
        SessionStatement<PreparedStatement> update =
                transaction.statement("update " + table + " set k = k + 1 where id = ?");
        return (drawn, place) -> {
            PreparedStatement statement = update.get();
            statement.setInt(1, drawn.id(place));
            statement.executeUpdate();
            return 0;
        };
    }

    private SbtestTransaction.Step nonIndexUpdate(String table) throws SQLException {
        SessionStatement<PreparedStatement> update =
                transaction.statement("update " + table + " set c = ? where id = ?");
        return (drawn, place) -> {
            PreparedStatement statement = update.get();
            statement.setString(1, drawn.c(place));
            statement.setInt(2, drawn.id(place));
            statement.executeUpdate();
            return 0;
        };
    }

    private SbtestTransaction.Step deleteInsert(String table) throws SQLException {
        SessionStatement<PreparedStatement> delete = transaction.statement("delete from " + table + " where id = ?");
        SessionStatement<PreparedStatement> insert =
                transaction.statement("insert into " + table + " (id, k, c, padding) values (?, ?, ?, ?)");
        return (drawn, place) -> {
            PreparedStatement first = delete.get();
            first.setInt(1, drawn.id(place));
            first.executeUpdate();
            PreparedStatement second = insert.get();
            second.setInt(1, drawn.id(place));
            second.setInt(2, drawn.id(place + 1));
            second.setString(3, drawn.c(place));
            second.setString(4, drawn.pad(place + 1));
            return second.executeUpdate() ^ 1;
        };
    }
}

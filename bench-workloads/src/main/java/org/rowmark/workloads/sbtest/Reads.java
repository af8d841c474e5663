package org.rowmark.workloads.sbtest;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.LongBinaryOperator;
import org.rowmark.fixture.SessionStatement;

/** The queries of a transaction: of single rows, and of ranges that may reach beyond the end of the table. */
final class Reads {
    private static final String RANGE = " where id between ? and ?";

    private final SbtestTransaction transaction;
    private final ReadCounts counts;

    private final int rows;

    /** The sums of the numbers of all ranges; not used where others may change the rows. */
    private final LongBinaryOperator sums;

    private final boolean isKnown;

    /** Makes queries of rows that others may change. */
    Reads(SbtestTransaction transaction, ReadCounts counts) {
        this(transaction, counts, 0, (first, last) -> 0, false);
    }

    /** Makes queries of rows that stay, so that their results are checked. */
    Reads(SbtestTransaction transaction, ReadCounts counts, ReadTables known) {
        this(transaction, counts, known.rows, known::sum, true);
    }

    private Reads(
            SbtestTransaction transaction, ReadCounts counts, int rows, LongBinaryOperator sums, boolean isKnown) {
        this.transaction = transaction;
        this.counts = counts;
        this.rows = rows;
        this.sums = sums;
        this.isKnown = isKnown;
    }

    void add() throws SQLException {
        transaction.add(counts.pointSelects, 1, this::pointSelect);
        transaction.add(counts.simpleRanges, 1, table -> range("select c from " + table + RANGE));
        transaction.add(counts.sumRanges, 1, this::sumRange);
        transaction.add(counts.orderRanges, 1, table -> range("select c from " + table + RANGE + " order by c"));
        transaction.add(
                counts.distinctRanges, 1, table -> range("select distinct c from " + table + RANGE + " order by c"));
    }

    private SbtestTransaction.Step pointSelect(String table) throws SQLException {
        SessionStatement<PreparedStatement> select = transaction.statement("select c from " + table + " where id = ?");
        return (drawn, place) -> {
            PreparedStatement statement = select.get();
            statement.setInt(1, drawn.id(place));
            return difference(read(statement), 1);
        };
    }

    private SbtestTransaction.Step range(String sql) throws SQLException {
        SessionStatement<PreparedStatement> select = transaction.statement(sql);
        return (drawn, place) -> {
            int id = drawn.id(place);
            return difference(read(bound(select, id)), last(id) - id + 1);
        };
    }

    private SbtestTransaction.Step sumRange(String table) throws SQLException {
        SessionStatement<PreparedStatement> select = transaction.statement("select sum(k) from " + table + RANGE);
        return (drawn, place) -> {
            int id = drawn.id(place);
            try (ResultSet row = bound(select, id).executeQuery()) {
                row.next();
                long sum = row.getLong(1);
                return isKnown ? sum ^ sums.applyAsLong(id, last(id)) : 0;
            }
        };
    }

    private PreparedStatement bound(SessionStatement<PreparedStatement> select, int id) throws SQLException {
        PreparedStatement statement = select.get();
        statement.setInt(1, id);
        statement.setInt(2, id + counts.rangeSize - 1);
        return statement;
    }

    private int last(int id) {
        return Math.min(rows, id + counts.rangeSize - 1);
    }

    private int difference(int found, int expected) {
        return isKnown ? found ^ expected : Math.min(found, 0);
    }

    /** Reads all rows; returns their number, or one below 0 if a text is none of these tables. */
    private static int read(PreparedStatement select) throws SQLException {
        int count = 0;
        int wrong = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                wrong |= SbtestRows.difference(row.getString(1));
                count++;
            }
        }
        return wrong == 0 ? count : -1;
    }
}

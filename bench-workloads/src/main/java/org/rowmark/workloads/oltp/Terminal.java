package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fork.ClientGroup;

/** A terminal of a warehouse: its inputs, its transactions, and what became of them. */
public final class Terminal {
    private final Session session;
    private final Home home;
    private final Mix mix;
    private final Map<Mix.Kind, Transaction> transactions = new EnumMap<>(Mix.Kind.class);
    private Work work = new Work();
    private long thinkingNanos;

    /** A kind of transaction of a terminal, with its current input. Drawing and executing allocate next to nothing. */
    interface Transaction {
        /** Returned by {@link #execute} after a rollback that is intended. */
        long ROLLED_BACK = -1;

        /** Draws the next input. */
        void draw();

        /**
         * Executes and commits, as often as it is repeated with the same input.
         *
         * @return a number of what was read or written: of a payment its amount, of a delivery its orders
         */
        long execute() throws SQLException;

        /** Returns how many statements it executed the last time, each row of a batch one. */
        int statements();

        /** Empties its batches after a failure, before the rollback: not every driver does. */
        default void clear() throws SQLException {}
    }

    /**
     * What the transactions of a terminal draw from.
     *
     * @param sizes of the tables
     * @param constants of the non-uniform numbers
     * @param draw the random numbers
     * @param warehouse of the terminal
     * @param district of the terminal, for stock-level
     */
    record Home(Sizes sizes, NuRand.Constants constants, Draw draw, int warehouse, int district) {
        int anyDistrict() {
            return draw.between(1, Sizes.DISTRICTS_OF_WAREHOUSE);
        }

        /** Draws another warehouse; the same if it is the only one. */
        int otherWarehouse() {
            if (sizes.warehouses() == 1) {
                return warehouse;
            }
            int other = draw.between(1, sizes.warehouses() - 1);
            return other < warehouse ? other : other + 1;
        }
    }

    /**
     * What was committed, by which the tables are checked.
     *
     * @param paid sum of the amounts of the payments
     * @param delivered orders that the deliveries delivered
     */
    record Committed(long orders, long payments, long paid, long delivered) {}

    /** The transactions of an iteration. */
    static final class Work {
        private final long[] committed = new long[Mix.Kind.values().length];
        private long statements;
        private long rollbacks;
        private long paid;
        private long delivered;

        private void ended(Mix.Kind kind, long result, int executed) {
            statements += executed;
            if (result == Transaction.ROLLED_BACK) {
                rollbacks++;
                return;
            }
            committed[kind.place()]++;
            if (kind == Mix.Kind.PAYMENT) {
                paid += result;
            } else if (kind == Mix.Kind.DELIVERY) {
                delivered += result;
            }
        }

        void add(Work other) {
            for (int i = 0; i < committed.length; i++) {
                committed[i] += other.committed[i];
            }
            statements += other.statements;
            rollbacks += other.rollbacks;
            paid += other.paid;
            delivered += other.delivered;
        }

        /** Returns what the terminals of all clients committed, of whom this is one. */
        Committed ofAll(ClientGroup clients) {
            long[] sums = clients.sum(committed(Mix.Kind.NEW_ORDER), committed(Mix.Kind.PAYMENT), paid, delivered);
            return new Committed(sums[0], sums[1], sums[2], sums[3]);
        }

        long committed(Mix.Kind kind) {
            return committed[kind.place()];
        }

        long statements() {
            return statements;
        }

        long rollbacks() {
            return rollbacks;
        }
    }

    /**
     * @param session not used yet; its autocommit is switched off
     * @param isBatched whether batches and multi-row reads are used
     */
    Terminal(Session session, Dialect dialect, Home home, Mix mix, boolean isBatched) throws SQLException {
        this.session = session;
        this.home = home;
        this.mix = mix;
        session.choose(ConnectionMode.PLAIN, false);
        session.kinds(Mix.Kind.labels());
        Customers customers = new Customers(session, home);
        transactions.put(Mix.Kind.NEW_ORDER, new NewOrder(session, home, isBatched));
        transactions.put(Mix.Kind.PAYMENT, new Payment(session, home, customers, isBatched));
        transactions.put(Mix.Kind.ORDER_STATUS, new OrderStatus(session, dialect, home, customers));
        transactions.put(Mix.Kind.DELIVERY, new Delivery(session, dialect, home, isBatched));
        transactions.put(Mix.Kind.STOCK_LEVEL, new StockLevel(session, home));
    }

    /** Begins an iteration. */
    public void begin() {
        work = new Work();
        thinkingNanos = 0;
    }

    /** Draws the kind and the input of the next transaction. */
    public Mix.Kind next() {
        Mix.Kind kind = mix.draw(home.draw());
        transactions.get(kind).draw();
        return kind;
    }

    /** Returns the time of thinking after the transaction before and of keying the input of this one. */
    public long pauseNanos(Mix.Kind kind) {
        long pause = thinkingNanos + kind.keyingNanos();
        thinkingNanos = home.draw().exponential(kind.meanThinkingNanos());
        return pause;
    }

    /** Executes the transaction that was drawn and commits it, or rolls it back as intended. */
    public long execute(Mix.Kind kind) throws SQLException {
        Transaction transaction = transactions.get(kind);
        long result = transaction.execute();
        work.ended(kind, result, transaction.statements());
        return result;
    }

    /** Rolls back for another attempt. */
    public void rollBack(Mix.Kind kind, SQLException failure) throws SQLException {
        transactions.get(kind).clear();
        session.rollBack(failure);
    }

    Work work() {
        return work;
    }

    /** Binds whole numbers to a statement, in order. */
    static PreparedStatement bind(SessionStatement<PreparedStatement> statement, int first, int second)
            throws SQLException {
        PreparedStatement prepared = statement.get();
        prepared.setInt(1, first);
        prepared.setInt(2, second);
        return prepared;
    }

    /** Binds whole numbers to a statement, in order. */
    static PreparedStatement bind(SessionStatement<PreparedStatement> statement, int first, int second, int third)
            throws SQLException {
        PreparedStatement prepared = bind(statement, first, second);
        prepared.setInt(3, third);
        return prepared;
    }

    /** Empties a batch, unless the driver has closed its statement. */
    static void clear(SessionStatement<PreparedStatement> statement) throws SQLException {
        if (!statement.get().isClosed()) {
            statement.get().clearBatch();
        }
    }

    /** Executes a batch in which each statement must change at least one row; returns how many changed none. */
    static int executeBatch(PreparedStatement batch) throws SQLException {
        int none = 0;
        for (int count : batch.executeBatch()) {
            none += count == 0 ? 1 : 0;
        }
        return none;
    }
}

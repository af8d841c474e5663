package org.rowmark.workloads.rw;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.RowSource;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.ValidValues;
import org.rowmark.fork.ForkSignals;
import org.rowmark.util.Sql;

/**
 * The tables of pgbench: branches, ten tellers and many accounts each, and the history, which is empty when an iteration
 * begins. Balances stay from one iteration to the next.
 */
@State(Scope.Benchmark)
public class Bank extends LoadedData {
    static final String BRANCHES = "rowmark_rw_branches";
    static final String TELLERS = "rowmark_rw_tellers";
    static final String ACCOUNTS = "rowmark_rw_accounts";
    static final String HISTORY = "rowmark_rw_history";

    private static final int TELLERS_PER_BRANCH = 10;
    private static final int LARGEST_AMOUNT = 5000;
    private static final int AMOUNTS = 2 * LARGEST_AMOUNT + 1;
    private static final int AMOUNT_BITS = 16;
    private static final int GENERATOR = 1;

    /** The numbers of a thread's tellers and amounts begin at its index times this. */
    private static final long NUMBERS_OF_THREAD = 1L << 40;

    /** Branches, the scale of pgbench. */
    @Param("10")
    @ValidValues
    public int branches;

    /** Accounts of a branch; 100000 in pgbench. */
    @Param("10000")
    @ValidValues
    public int accounts;

    private final List<Table> changed = new ArrayList<>();
    private Db db;
    private DataGenerator values;
    private Table history;
    private Sums before;
    private Work ofIteration;
    private final Work ofFork = new Work();
    private int threads;
    private int ended;
    private int closed;

    /** Transactions of an iteration or a fork. */
    public static final class Work {
        private long transactions;
        private long amount;

        public void committed(int delta) {
            transactions++;
            amount += delta;
        }

        private void add(Work other) {
            transactions += other.transactions;
            amount += other.amount;
        }
    }

    /** The sums of all balances. */
    private record Sums(long accounts, long tellers, long branches) {}

    /** The number of transactions in the history, and the sum of their amounts. */
    private record History(long rows, long amount) {}

    @Setup(Level.Trial)
    public void open(Db db, BenchmarkParams params) throws SQLException {
        this.db = db;
        threads = params.getThreads();
        createHistory(db.dialect());
        before = sums();
    }

    @Override
    public void load(DataTarget db) throws SQLException {
        values = db.values();
        Dialect dialect = db.dialect();
        String id = dialect.bigintType();
        String number = dialect.integerType();
        List<String> ofBranch = List.of(id, number, dialect.fixedTextType(88));
        load(db, new Table(BRANCHES, List.of("bid", "bbalance", "filler"), ofBranch), branches, key ->
                new Object[] {key, 0, values.text(key, 88)});
        List<String> types = List.of(id, id, number, dialect.fixedTextType(84));
        load(db, new Table(TELLERS, List.of("tid", "bid", "tbalance", "filler"), types), tellers(), key ->
                new Object[] {key, branch(key), 0, values.text(key, 84)});
        load(db, new Table(ACCOUNTS, List.of("aid", "bid", "abalance", "filler"), types), allAccounts(), key ->
                new Object[] {key, 1 + (key - 1) / accounts, 0, values.text(key, 84)});
    }

    private void createHistory(Dialect dialect) throws SQLException {
        String id = dialect.bigintType();
        List<String> columns = List.of("tid", "bid", "aid", "delta", "mtime", "filler");
        history = new Table(
                HISTORY,
                columns,
                List.of(id, id, id, dialect.integerType(), dialect.timestampType(), dialect.fixedTextType(22)));
        String definitions = IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i) + " " + history.types().get(i))
                .collect(Collectors.joining(", "));
        db.byFirst(tables -> tables.createAnew(history, definitions));
    }

    private void load(DataTarget db, Table table, long rows, RowSource.Row row) throws SQLException {
        changed.add(table);
        String fingerprint = "balances, generator " + GENERATOR + ", branches " + branches + ", rows " + rows
                + ", seed " + values.seed();
        db.load(new DataSet(table, rows, fingerprint, row));
    }

    /** Empties the history. */
    @Setup(Level.Iteration)
    public void begin() throws SQLException {
        ofIteration = new Work();
        ended = 0;
        db.byFirst(tables -> tables.empty(history));
        db.beforeIteration(changed.toArray(Table[]::new));
    }

    /** Returns the number of accounts of all branches. */
    public long allAccounts() {
        return branches * (long) accounts;
    }

    private long tellers() {
        return branches * (long) TELLERS_PER_BRANCH;
    }

    static long branch(long teller) {
        return 1 + (teller - 1) / TELLERS_PER_BRANCH;
    }

    /** Draws a random teller and a random amount for a thread's n-th transaction. */
    public long tellerAndAmount(int thread, long n) {
        // Negative, where keys have no random numbers.
        long number = ~(thread * NUMBERS_OF_THREAD + 2 * n);
        long teller = 1 + (long) (values.fraction(number) * tellers());
        return (teller << AMOUNT_BITS) | (long) (values.fraction(number - 1) * AMOUNTS);
    }

    public static long teller(long tellerAndAmount) {
        return tellerAndAmount >> AMOUNT_BITS;
    }

    public static int amount(long tellerAndAmount) {
        return (int) (tellerAndAmount & ((1 << AMOUNT_BITS) - 1)) - LARGEST_AMOUNT;
    }

    /**
     * Takes the work of a thread that has ended its iteration; the last thread checks the history of all clients.
     *
     * @throws IllegalStateException with what is expected and found
     */
    public synchronized void ended(Work work) throws SQLException {
        ofIteration.add(work);
        ofFork.add(work);
        if (++ended < threads) {
            return;
        }
        ForkSignals.metric("statements", (double) BankStatements.OF_TRANSACTION * ofIteration.transactions, "#");
        long[] all = db.clients().sum(ofIteration.transactions, ofIteration.amount);
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            require(
                    new History(all[0], all[1]),
                    new History(
                            Sql.number(connection, "select count(*) from " + HISTORY),
                            Sql.number(connection, "select sum(delta) from " + HISTORY)));
        }
    }

    /**
     * Ends a thread's part in the fork; the last thread checks the balances of all clients.
     *
     * @throws IllegalStateException with the sums expected and found
     */
    public synchronized void closed() throws SQLException {
        if (++closed < threads) {
            return;
        }
        long amount = db.clients().sum(ofFork.amount)[0];
        require(new Sums(before.accounts + amount, before.tellers + amount, before.branches + amount), sums());
    }

    private static void require(Record expected, Record found) {
        if (!found.equals(expected)) {
            throw new IllegalStateException(
                    "tables rowmark_rw_*: expected " + expected + " after the committed transactions, found " + found);
        }
    }

    private Sums sums() throws SQLException {
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            return new Sums(
                    Sql.number(connection, "select sum(abalance) from " + ACCOUNTS),
                    Sql.number(connection, "select sum(tbalance) from " + TELLERS),
                    Sql.number(connection, "select sum(bbalance) from " + BRANCHES));
        }
    }
}

package org.rowmark.workloads.oltp;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.fork.ForkSignals;

/**
 * The tables, shared by all terminals. They are as loaded when a fork begins; at its end the fork checks them and puts
 * them back. The next one does both after a fork that did not end.
 */
@State(Scope.Benchmark)
public class Warehouses extends LoadedData {
    private static final String BATCHED = "batched";
    private static final String PUBLISHED = "published";

    private static final int BITS_OF_THREAD = 32;

    /** The time in which a terminal that has not failed ends its last transaction. */
    private static final Duration LONGEST_END = Duration.ofMinutes(1);

    private static final long POLL_MILLIS = 100;

    /** Warehouses; the scale of TPC-C. */
    @Param("1")
    @ValidValues
    public int warehouses;

    /** Items, and stocks of a warehouse; 100000 in TPC-C. */
    @Param("100000")
    @ValidValues(value = "[1-9][0-9]{2,7}", words = "a whole number from 100 to 99999999", unnamed = true)
    public int items;

    /** Customers of a district, and orders of it as loaded; 3000 in TPC-C. */
    @Param("3000")
    @ValidValues(value = "[1-9][0-9]{1,4}", words = "a whole number from 10 to 99999", unnamed = true)
    public int customers;

    /** Shares of the kinds of transactions in percent. */
    @Param("45/43/4/4/4")
    @ValidValues(value = Mix.PATTERN, test = Mix.Complete.class, words = Mix.WORDS, unnamed = true)
    public String mix;

    /** {@code batched}: batches and reads of many rows; {@code plain}: a statement per step. */
    @Param(BATCHED)
    @ValidValues(value = "batched|plain", words = "batched or plain", unnamed = true)
    public String style;

    /** {@code none}: a transaction follows the other; {@code published}: TPC-C's times of keying and thinking. */
    @Param("none")
    @ValidValues(value = "none|published", words = "none or published", unnamed = true)
    public String terminals;

    private Db db;
    private Sizes sizes;
    private OltpTables tables;
    private Table[] changed;
    private Restoration.State before;
    private Terminal.Work ofIteration;
    private final Terminal.Work ofFork = new Terminal.Work();
    private int threads;
    private int ended;

    /** Keeps a database in this process open while terminals close their connections and the last checks begin. */
    private Connection held;

    @Setup(Level.Trial)
    public void open(Db target, BenchmarkParams params) throws SQLException {
        db = target;
        threads = params.getThreads();
        held = db.connect(ConnectionMode.PLAIN);
        before = Restoration.State.read(held, sizes);
    }

    @Override
    public void load(DataTarget target) throws SQLException {
        sizes = new Sizes(warehouses, items, customers);
        tables = new OltpTables(target.dialect(), sizes, target.values().seed());
        List<DataSet> data = tables.dataSets();
        changed = data.stream()
                .map(DataSet::table)
                .filter(table -> !table.name().equals(sizes.tablePrefix() + OltpTables.ITEM))
                .toArray(Table[]::new);
        Optional<String> violation = target.isFirst() ? restore(target, data) : Optional.empty();
        target.load(data);
        if (violation.isPresent()) {
            throw new IllegalStateException(
                    "after a fork that did not end: " + violation.get() + "; the tables are as loaded again");
        }
    }

    /** Puts back what a fork that did not end has changed; returns what it left inconsistent. */
    private Optional<String> restore(DataTarget db, List<DataSet> data) throws SQLException {
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            for (DataSet each : data) {
                if (!db.tables(connection).hold(each)) {
                    return Optional.empty();
                }
            }
            Restoration restoration = new Restoration(connection, sizes, tables);
            if (!restoration.isNeeded()) {
                return Optional.empty();
            }
            Optional<String> violation = Consistency.violation(connection, sizes);
            restoration.run(db.tables(connection), data);
            return violation;
        }
    }

    /** Creates the terminal of a thread. */
    public Terminal terminal(Session session, int thread) throws SQLException {
        long seed = db.values().seed();
        Terminal.Home home = new Terminal.Home(
                sizes,
                NuRand.Constants.of(seed),
                new Draw(seed + ((thread + 1L) << BITS_OF_THREAD)),
                thread % warehouses + 1,
                thread / warehouses % Sizes.DISTRICTS_OF_WAREHOUSE + 1);
        return new Terminal(session, db.dialect(), home, new Mix(mix), style.equals(BATCHED));
    }

    public boolean hasPauses() {
        return terminals.equals(PUBLISHED);
    }

    @Setup(Level.Iteration)
    public void begin() throws SQLException {
        ofIteration = new Terminal.Work();
        ended = 0;
        db.beforeIteration(changed);
    }

    /** Takes the work of a terminal that has ended its iteration; with the last one, that of all is reported. */
    public synchronized void ended(Terminal terminal) {
        ofIteration.add(terminal.work());
        ofFork.add(terminal.work());
        ended++;
        notifyAll();
        if (ended < threads) {
            return;
        }
        for (Mix.Kind kind : Mix.Kind.values()) {
            report("committed." + kind.label(), ofIteration.committed(kind));
        }
        report("rollbacks", ofIteration.rollbacks());
        report("statements", ofIteration.statements());
    }

    private static void report(String metric, long count) {
        if (count > 0) {
            ForkSignals.metric(metric, (double) count, "#");
        }
    }

    /**
     * Compares the rows with what the terminals of all clients have committed, checks the conditions of consistency, and
     * puts all rows back, when all terminals have ended: JMH calls this on the first thread that has, while others may still
     * be at their ends.
     *
     * @throws IllegalStateException with what is expected and found, or the first condition that is violated
     */
    @TearDown(Level.Trial)
    public void close() throws SQLException {
        awaitTerminals();
        Restoration.State expected = before.after(ofFork.ofAll(db.clients()));
        try {
            if (db.clients().isFirst()) {
                checkAndRestore(expected);
            }
        } finally {
            held.close();
        }
    }

    private void checkAndRestore(Restoration.State expected) throws SQLException {
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            Optional<String> violation = Consistency.violation(connection, sizes);
            Restoration.State found = Restoration.State.read(connection, sizes);
            new Restoration(connection, sizes, tables).run(db.tables(connection), tables.dataSets());
            violation.ifPresent(text -> {
                throw new IllegalStateException(text);
            });
            if (!found.equals(expected)) {
                throw new IllegalStateException("tables " + sizes.tablePrefix() + "*: expected " + expected
                        + " after the committed transactions, found " + found);
            }
        }
    }

    /** Waits until all terminals have ended the iteration, but not for one that failed. */
    private synchronized void awaitTerminals() {
        long end = System.nanoTime() + LONGEST_END.toNanos();
        try {
            while (ended > 0 && ended < threads && System.nanoTime() < end) {
                wait(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

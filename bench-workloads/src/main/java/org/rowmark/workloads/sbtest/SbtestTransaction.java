package org.rowmark.workloads.sbtest;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverAdapter;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fork.ForkSignals;

/** The transactions of a thread: kinds of statements, each several times on one of the tables. */
public final class SbtestTransaction {
    /** The class of SQLSTATEs of a key that is there already: another transaction has replaced the same row. */
    private static final String DUPLICATE = "23";

    private final Db db;
    private final Session session;
    private final DriverAdapter driver;
    private final SbtestTables tables;
    private final SbtestChoice choice;
    private final List<Kind> kinds = new ArrayList<>();
    private int keys;
    private Drawn drawn;
    private long differences;
    private int executed;

    /** A statement, or two that belong together, on one table. */
    @FunctionalInterface
    interface Step {
        /**
         * Executes it with the keys at a place and after it.
         *
         * @return the bits in which its result differs from the only right one; 0 where others could have changed it
         */
        long execute(Drawn drawn, int place) throws SQLException;
    }

    /** A step of each table, how often it is executed, and the keys of one execution. */
    private record Kind(List<Step> ofTables, int count, int keys, int first) {
        long execute(Drawn drawn) throws SQLException {
            Step step = ofTables.get(drawn.table(first));
            long differences = 0;
            for (int place = first; place < first + count * keys; place += keys) {
                differences |= step.execute(drawn, place);
            }
            return differences;
        }
    }

    /** The maker of a step. */
    @FunctionalInterface
    interface StepOfTable {
        Step on(String table) throws SQLException;
    }

    /** @param session not used yet */
    public SbtestTransaction(Db db, Session session, SbtestTables tables, SbtestChoice choice) {
        this.db = db;
        this.session = session;
        this.tables = tables;
        this.choice = choice;
        driver = db.database().driver();
        session.choose(ConnectionMode.PLAIN, !choice.hasTransactions());
    }

    /** Adds the queries of tables that others may change. */
    public SbtestTransaction with(ReadCounts counts) throws SQLException {
        return with(new Reads(this, counts));
    }

    /** Adds the queries of tables that nobody changes, whose results are known. */
    public SbtestTransaction with(ReadCounts counts, ReadTables loaded) throws SQLException {
        return with(new Reads(this, counts, loaded));
    }

    private SbtestTransaction with(Reads reads) throws SQLException {
        reads.add();
        return this;
    }

    public SbtestTransaction with(WriteCounts counts) throws SQLException {
        new Writes(this, counts).add();
        return this;
    }

    /** Ends the statements, so that keys can be drawn. */
    public SbtestTransaction of(ThreadParams own) {
        if (keys == 0) {
            throw new IllegalArgumentException("a transaction has no statement: give one count of at least 1");
        }
        ThreadParams thread = db.clients().among(own);
        drawn = new Drawn(db.values(), tables, choice.keys(db.values(), thread, tables.rows), thread, keys);
        return this;
    }

    /** @param statements how many an execution has; it takes a key for each */
    void add(int count, int statements, StepOfTable step) throws SQLException {
        if (count > 0) {
            List<Step> steps = new ArrayList<>();
            for (String table : tables.names()) {
                steps.add(step.on(table));
            }
            kinds.add(new Kind(steps, count, statements, keys));
            keys += count * statements;
        }
    }

    SessionStatement<PreparedStatement> statement(String sql) throws SQLException {
        return session.statement(sql);
    }

    /** Draws the keys of an iteration. */
    public void draw() {
        drawn.draw();
        differences = 0;
        executed = 0;
    }

    /** Executes and commits a transaction with the next keys, as often as it must be repeated. */
    public long execute() throws SQLException {
        drawn.next();
        while (true) {
            try {
                long found = 0;
                for (Kind kind : kinds) {
                    found |= kind.execute(drawn);
                }
                if (choice.hasTransactions()) {
                    session.commit();
                }
                session.end();
                differences |= found;
                executed++;
                return found;
            } catch (SQLException e) {
                session.rollBack(e, this::mayRepeat);
            }
        }
    }

    private boolean mayRepeat(SQLException failure) {
        return driver.mayRepeat(failure)
                || String.valueOf(failure.getSQLState()).startsWith(DUPLICATE);
    }

    /**
     * Ends an iteration and reports its statements, of which each has a key.
     *
     * @return the bits in which results differed from the only right ones
     */
    public long end() {
        ForkSignals.metric("statements", (double) executed * keys, "#");
        return differences;
    }
}

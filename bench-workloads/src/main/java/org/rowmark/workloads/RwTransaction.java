package org.rowmark.workloads;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeySequence;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.rw.Bank;
import org.rowmark.workloads.rw.BankStatements;

/**
 * The five statements of pgbench's default script, which is like TPC-B, in one transaction: update the balance of an
 * account, select it, update the balances of a teller and of the teller's branch, insert a row into the history. Accounts
 * are chosen by {@code keys}; tellers and amounts from -5000 to 5000 are random. Threads share all rows: the fewer
 * branches, the more they wait for each other.
 *
 * <p>Unit: transactions per second. Included: binding, executions, reading the balance, the commit. Not included:
 * connecting, preparing, loading, drawing keys. A transaction that fails by a deadlock or a conflict with others is
 * rolled back and done again, all in its time; the metric {@code retries} is how often that happened in an iteration, and
 * {@code errors.40001} how often with that SQLSTATE, present if it did, with the operations that JMH runs before and
 * after the measured time.
 *
 * <p>After each iteration the history must have what was committed. At the end of a fork the balances of accounts, tellers
 * and branches must have grown by its sum.
 */
@WorkloadInfo(
        value = "one transaction of pgbench's default script, committed",
        makes = "rowmark_rw_*",
        options = Session.POOL,
        commits = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RwTransaction {

    @Benchmark
    public long transact(Client client) throws SQLException {
        int place = client.keys.next();
        while (true) {
            try {
                long balance = client.transact(place);
                client.session.end();
                return balance;
            } catch (SQLException e) {
                client.session.rollBack(e);
            }
        }
    }

    /** A thread's statements and its transactions. */
    @State(Scope.Thread)
    public static class Client {
        private Bank bank;
        private Session session;
        private BankStatements statements;
        private KeySequence keys;
        private Bank.Work work;
        private int thread;
        private long drawn;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, Bank bank, KeyChoice choice, ThreadParams params)
                throws SQLException {
            this.bank = bank;
            this.session = session;
            ThreadParams among = db.clients().among(params);
            thread = among.getThreadIndex();
            keys = KeySequence.of(choice.ofAll(db.values(), among, bank.allAccounts()), bank.allAccounts());
            statements = new BankStatements(session);
        }

        @Setup(Level.Iteration)
        public void draw() {
            keys.draw(account -> bank.tellerAndAmount(thread, drawn++));
            work = new Bank.Work();
            CounterWindow.begins();
        }

        private long transact(int place) throws SQLException {
            long tellerAndAmount = keys.companion(place);
            int amount = Bank.amount(tellerAndAmount);
            long balance = statements.transact(keys.key(place), Bank.teller(tellerAndAmount), amount);
            work.committed(amount);
            return balance;
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            CounterWindow.ends();
            bank.ended(work);
        }

        @TearDown(Level.Trial)
        public void checkBalances() throws SQLException {
            bank.closed();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(RwTransaction.class, args);
    }
}

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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.sbtest.ReadCounts;
import org.rowmark.workloads.sbtest.SbtestChoice;
import org.rowmark.workloads.sbtest.SbtestClient;
import org.rowmark.workloads.sbtest.SbtestTransaction;
import org.rowmark.workloads.sbtest.WriteCounts;
import org.rowmark.workloads.sbtest.WrittenTables;

/**
 * The statements of sysbench's oltp_read_write in one transaction: ten rows read by their keys, four ranges of a hundred
 * rows (as they are, added up, in the order of a text, different texts), an update of a column with an index and of one
 * without, a row deleted and inserted again with other values. Threads share all rows.
 *
 * <p>Unit: transactions per second. Included: binding, executions, reading all rows, the commit. Not included: connecting,
 * preparing, loading, drawing keys. A transaction that fails by a deadlock, a conflict, or a row that another one has just
 * replaced is rolled back and done again with the same keys, all in its time; the metric {@code retries} is how often.
 *
 * <p>Texts that are read must have their form. At the end of a fork the tables must have as many rows as before, with the
 * same sum of keys.
 */
@WorkloadInfo(
        value = "one transaction of sysbench's oltp_read_write, committed",
        makes = "rowmark_sbtest_{rows}_*",
        options = Session.POOL,
        commits = true,
        onlyIf = Oltp.NeedsWaiting.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ReadWrite {

    @Benchmark
    public long transact(Client client) throws SQLException {
        return client.execute();
    }

    /** A thread's transactions. */
    @State(Scope.Thread)
    public static class Client extends SbtestClient {
        @Setup(Level.Trial)
        public void prepare(
                Db db,
                Session session,
                PreparedKind kind,
                WrittenTables tables,
                ReadCounts reads,
                WriteCounts writes,
                SbtestChoice choice,
                ThreadParams thread)
                throws SQLException {
            use(
                    session,
                    tables,
                    new SbtestTransaction(db, session, tables, choice)
                            .with(reads)
                            .with(writes)
                            .of(thread));
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ReadWrite.class, args);
    }
}

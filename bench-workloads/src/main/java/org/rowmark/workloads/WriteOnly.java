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
import org.rowmark.workloads.sbtest.SbtestChoice;
import org.rowmark.workloads.sbtest.SbtestClient;
import org.rowmark.workloads.sbtest.SbtestTransaction;
import org.rowmark.workloads.sbtest.WriteCounts;
import org.rowmark.workloads.sbtest.WrittenTables;

/**
 * The changes of {@link ReadWrite} in one transaction, as sysbench's oltp_write_only has them: an update of a column with
 * an index and of one without, a row deleted and inserted again with other values. Threads share all rows.
 *
 * <p>Unit: transactions per second; what is included, repeated and checked is as there.
 */
@WorkloadInfo(
        value = "one transaction of sysbench's oltp_write_only, committed",
        makes = "rowmark_sbtest_{rows}_*",
        options = Session.POOL,
        commits = true,
        onlyIf = Oltp.NeedsWaiting.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class WriteOnly {

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
                WriteCounts writes,
                SbtestChoice choice,
                ThreadParams thread)
                throws SQLException {
            use(
                    session,
                    tables,
                    new SbtestTransaction(db, session, tables, choice)
                            .with(writes)
                            .of(thread));
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(WriteOnly.class, args);
    }
}

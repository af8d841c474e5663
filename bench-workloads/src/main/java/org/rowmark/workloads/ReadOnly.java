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
import org.rowmark.workloads.sbtest.ReadTables;
import org.rowmark.workloads.sbtest.SbtestChoice;
import org.rowmark.workloads.sbtest.SbtestClient;
import org.rowmark.workloads.sbtest.SbtestTransaction;

/**
 * The queries of {@link ReadWrite} in one transaction, as sysbench's oltp_read_only has them: ten rows read by their keys,
 * four ranges of a hundred rows (as they are, added up, in the order of a text, different texts), on tables that nothing
 * changes.
 *
 * <p>Unit: transactions per second. Included: binding, executions, reading all rows, the commit. Not included: connecting,
 * preparing, loading, drawing keys. The number of rows of each query and each sum must be those of the rows as loaded.
 */
@WorkloadInfo(
        value = "one transaction of sysbench's oltp_read_only, committed",
        makes = "rowmark_sbread_{rows}_*",
        options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ReadOnly {

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
                ReadTables tables,
                ReadCounts reads,
                SbtestChoice choice,
                ThreadParams thread)
                throws SQLException {
            use(
                    session,
                    tables,
                    new SbtestTransaction(db, session, tables, choice)
                            .with(reads, tables)
                            .of(thread));
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ReadOnly.class, args);
    }
}

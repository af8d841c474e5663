package org.rowmark.workloads;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Control;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.rowbyrow.ClientCalls;
import org.rowmark.workloads.rowbyrow.ClientWork;

/**
 * The loop of an application over the rows of a table, in the order of their keys: each row selected, inserted into
 * another table or updated by a call of its own, or the same work done by batches or by statements for many rows.
 *
 * <p>Unit: loops per second; the secondary metric {@code rows} is rows per second. Included: binding, execution, reading
 * every column of selected rows, commits. Not included: connecting, preparing, loading, generating values, emptying the
 * table before each iteration.
 *
 * <p>The rows of the changed table are compared with what was done: copies after each iteration, which the next one does
 * not have, updated rows at the end of a fork.
 */
@WorkloadInfo(
        value = "a loop over rows, each selected, inserted or updated",
        commits = true,
        makes = {"rowmark_client_copies", "rowmark_client_source_{rows}", "rowmark_client_updated_{rows}"},
        onlyIf = ClientWork.Fits.class,
        oneThread = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ClientLoop {

    @Benchmark
    public long loop(ClientWork work, ClientCalls calls, RowCounter counter, Control control) throws SQLException {
        counter.add(work.rows, control);
        return calls.execute();
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ClientLoop.class, args);
    }
}

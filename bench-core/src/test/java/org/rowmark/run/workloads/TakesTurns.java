package org.rowmark.run.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.workload.WorkloadInfo;

/**
 * A workload that writes down when it works, by the machine's monotonic clock. On all targets but H2 it is slow or goes
 * wrong in its second measured iteration, as its parameter states.
 */
@WorkloadInfo("one answer in turn")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TakesTurns {
    private static final int BAD_ITERATION = 3; // with one of warm-up

    @Param("well")
    public String how;

    private int iteration;
    private boolean isOther;
    private boolean isBad;
    private long start;

    @Setup(Level.Iteration)
    public void begin(Db db) {
        start = System.nanoTime();
        iteration++;
        isOther = !db.target.startsWith("h2");
        isBad = iteration == BAD_ITERATION && isOther;
    }

    @Benchmark
    public int answer(Session session) throws SQLException, InterruptedException {
        if (isOther && how.equals("slow")) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        if (isBad) {
            switch (how) {
                case "halt" -> Runtime.getRuntime().halt(42);
                case "hang" -> TimeUnit.HOURS.sleep(1);
                case "throw" -> throw new SQLException("no more turns");
                default -> {}
            }
        }
        try (Statement statement = session.connection().createStatement();
                ResultSet rows = statement.executeQuery("values 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @TearDown(Level.Iteration)
    public void end(Db db) throws IOException {
        Files.writeString(
                db.running().output(),
                start + " " + System.nanoTime() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}

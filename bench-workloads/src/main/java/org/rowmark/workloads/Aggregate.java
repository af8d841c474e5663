package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.GroupedData;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.ReadVerifier;

/**
 * A whole table aggregated by the database: number, sum, least and greatest value of each of ten groups. No index helps.
 * Autocommit is on.
 *
 * <p>Unit: queries per second. Included: execution, reading the ten rows. Not included: connecting, preparing, loading.
 */
@WorkloadInfo(
        value = "one aggregation of a whole table by ten groups",
        makes = "rowmark_grouped_{rows}",
        options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Aggregate {

    @Benchmark
    public long aggregate(Reader reader) throws SQLException {
        long checksum = 0;
        try (ResultSet group = reader.aggregate.get().executeQuery()) {
            while (group.next()) {
                checksum += GroupedData.read(group);
            }
        } finally {
            reader.session.end();
        }
        reader.wrong |= checksum ^ reader.expected;
        return checksum;
    }

    /** The rows to aggregate. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table. */
        @Param("100000")
        @ValidValues
        public int rows;

        private GroupedData grouped;

        @Override
        public void load(DataTarget db) throws SQLException {
            grouped = GroupedData.of(db.values(), rows, db.dialect());
            db.load(grouped.data());
        }
    }

    /** A thread's query. */
    @State(Scope.Thread)
    public static class Reader {
        private Session session;
        private SessionStatement<PreparedStatement> aggregate;
        private GroupedData grouped;
        private long expected;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(Session session, PreparedKind kind, Loaded loaded) throws SQLException {
            this.session = session;
            grouped = loaded.grouped;
            expected = grouped.checksum();
            aggregate = session.statement(grouped.query());
        }

        @Setup(Level.Iteration)
        public void begin() {
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            ReadVerifier.check(wrong, grouped.data());
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Aggregate.class, args);
    }
}

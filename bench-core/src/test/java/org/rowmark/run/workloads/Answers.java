package org.rowmark.run.workloads;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Session;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadInfo.Precondition;

/** A workload for the tests of the run: it answers, or goes wrong in the way that its parameter states. */
@WorkloadInfo(value = "one answer", onlyIf = Answers.NotSkipped.class)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Answers {
    /** Begin of the name of a temporary file. */
    public static final String UNPACKED = "rowmark-unpacked-";

    /** Found at the end of a fork, after all iterations. */
    public static final String WRONG = "wrong at the end";

    @Param("well")
    public String how;

    @Benchmark
    public int answer(Session session) throws Exception {
        switch (how) {
            case "well", WRONG -> {}
            case "sql error" -> run(session.connection(), "select nothing from nowhere");
            case "halt" -> Runtime.getRuntime().halt(42);
            case "unpack and halt" -> {
                Files.createTempFile(UNPACKED, null);
                Runtime.getRuntime().halt(42);
            }
            case "transaction" -> {
                return transaction(session.connection());
            }
            case "hang" -> TimeUnit.HOURS.sleep(1);
            case "not serialisable" -> throw new NotSerialisable();
            default -> throw new IllegalArgumentException(how);
        }
        return run(session.connection(), "values 1");
    }

    @TearDown(Level.Trial)
    public void check() {
        if (how.equals(WRONG)) {
            throw new IllegalStateException("expected 1 row, found 2");
        }
    }

    private static int run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static int transaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement("select cast(? as integer)")) {
            statement.setInt(1, 1);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                connection.commit();
                return rows.getInt(1);
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** As some drivers' exceptions are: it holds something that does not survive JMH's link. */
    static final class NotSerialisable extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object handle = new Object();

        NotSerialisable() {
            super("the driver says no");
        }

        Object handle() {
            return handle;
        }
    }

    /** Skips one value. */
    public static final class NotSkipped implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            return parameters.get("how").equals("skip") ? Optional.of("asked to be skipped") : Optional.empty();
        }
    }
}

package org.rowmark.run.workloads;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.workload.WorkloadInfo;

/** A workload for the tests of counters: a known amount of work, in one shot. */
@WorkloadInfo("so many rows written or read")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Payload {
    public static final int ROWS = 200;
    public static final int BYTES = 8000;

    private static final String NAME = "rowmark_payload";

    /** Brings to the files what a commit does not, so that the server has nothing left to write later. */
    private static final Map<String, List<String>> TO_FILES = Map.of(
            "h2", List.of("checkpoint sync"),
            "h2-tcp", List.of("checkpoint sync"),
            "postgresql", List.of("checkpoint"),
            "mariadb", List.of("flush tables " + NAME + " for export", "unlock tables"));

    /** Each reads all rows that there are. So many take longer than the 10 ms in which processor time is reported. */
    private static final int READS = 100;

    private static final int FIRST = 'a';
    private static final int LAST = 'z';

    @Param("write")
    public String work;

    private Db db;
    private Table table;
    private Connection connection;
    private int id;

    @Setup(Level.Trial)
    public void open(Db target) throws SQLException {
        db = target;
        table = new Table(NAME, List.of("id", "p"), List.of("integer", "varchar(" + BYTES + ")"));
        connection = db.connect(ConnectionMode.PLAIN);
    }

    /** What the setup writes is not to be counted. */
    @Setup(Level.Iteration)
    public void fill() throws SQLException {
        db.tables(connection).empty(table);
        write();
        checkpoint();
        connection.setAutoCommit(false); // a read that begins a transaction of its own may write
        read(1);
        CounterWindow.begins();
    }

    @Benchmark
    public int work() throws SQLException {
        if (work.startsWith("read")) {
            return read(work.equals("read-once") ? 1 : READS);
        }
        connection.setAutoCommit(true);
        write();
        checkpoint();
        return id;
    }

    @TearDown(Level.Iteration)
    public void writeMore() throws SQLException {
        CounterWindow.ends();
        connection.setAutoCommit(true);
        write();
        checkpoint();
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        connection.close();
    }

    private void write() throws SQLException {
        String sql = "insert into " + table.name() + " (id, p) values (?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, ++id);
                insert.setString(2, letters(new Random(id)));
                insert.executeUpdate();
            }
        }
    }

    private static String letters(Random random) {
        return random.ints(BYTES, FIRST, LAST + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private int read(int times) throws SQLException {
        int rows = 0;
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < times; i++) {
                try (ResultSet result = statement.executeQuery("select p from " + table.name())) {
                    while (result.next()) {
                        rows += result.getString(1).length() / BYTES;
                    }
                }
            }
        }
        return rows;
    }

    private void checkpoint() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : TO_FILES.getOrDefault(db.target, List.of())) {
                statement.execute(sql);
            }
        }
    }
}

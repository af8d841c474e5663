package org.rowmark.state;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Endpoint;
import org.rowmark.db.EndpointFile;
import org.rowmark.db.RunningTarget;
import org.rowmark.db.UsageException;

/**
 * The target, seen from the fork: its dialect and its connections. One per fork, shared by all threads. Everything it
 * does happens before or after what is measured.
 */
@State(Scope.Benchmark)
public class Db {
    /** System property of the fork: seed of all generated data. */
    public static final String SEED_PROPERTY = "rowmark.seed";

    /** System property of the fork: size of generated data, 1 for the size that a study's published figures are of. */
    public static final String SCALE_PROPERTY = "rowmark.scale";

    /** System property of the fork: the backup that a user named to be restored; not set without one. */
    public static final String BACKUP_PROPERTY = "rowmark.backup";

    /** Name of the target; the orchestrating process sets it, and says in {@link EndpointFile} where it is. */
    @Param("unset")
    public String target;

    private final Map<ConnectionMode, HikariDataSource> pools = new EnumMap<>(ConnectionMode.class);
    private RunningTarget running;
    private Endpoint endpoint;
    private Database database;
    private int threads;
    private int leases;
    private boolean closing;

    @Setup(Level.Trial)
    public void open(BenchmarkParams params) throws IOException {
        String file = System.getProperty(EndpointFile.PROPERTY);
        if (file == null) {
            throw new UsageException(
                    "this benchmark was started by JMH itself, so it has no target; start it by its main"
                            + " method or by: java -jar bench-cli.jar run");
        }
        checkParameters(params);
        ParentWatch.exitWithParent();
        running = EndpointFile.read(Path.of(file));
        endpoint = running.endpoint();
        database = Databases.named(endpoint.database());
        threads = params.getThreads();
    }

    /**
     * Closes the pools as soon as no lease is left: JMH may call this while other threads are still checking what they
     * did, and a pool that is closed cuts the connections that it has lent.
     */
    @TearDown(Level.Trial)
    public synchronized void close() {
        closing = true;
        closeIfUnused();
    }

    public Dialect dialect() {
        return database.dialect();
    }

    /** Size of generated data, for workloads that have a scale. */
    public double scale() {
        return Double.parseDouble(System.getProperty(SCALE_PROPERTY));
    }

    /** The backup that a user named, maybe a path on the server; for workloads that restore. */
    public Optional<Path> backup() {
        return Optional.ofNullable(System.getProperty(BACKUP_PROPERTY)).map(Path::of);
    }

    /** Where the target's server runs. */
    public RunningTarget site() {
        return running;
    }

    /** Rowmark's tables there, seen through that connection, which is the caller's to close. */
    public Tables tables(Connection connection) {
        return new Tables(connection, database);
    }

    /** Makes sure that the data set is there, loaded on a connection of its own; see {@link Tables#load}. */
    public void load(DataSet data) throws SQLException {
        try (Connection connection = connect(ConnectionMode.BULK_LOAD)) {
            tables(connection).load(data);
            Signals.data(data.table().name(), data.fingerprint());
        }
        Counting.begins();
    }

    /**
     * Makes the session tell its server what it did, before {@link Counting#ends}; see {@link Database#settle}.
     *
     * @param connection the one that was measured; autocommit is on
     */
    public void settle(Connection connection) throws SQLException {
        database.settle(connection);
    }

    /** The generator of all data, the same in every fork of a run. */
    public Values values() {
        return new Values(Long.getLong(SEED_PROPERTY, 0));
    }

    /** A new connection of the driver itself, outside any pool; the caller closes it. */
    public Connection connect(ConnectionMode mode) throws SQLException {
        return Drivers.connect(endpoint, mode);
    }

    /**
     * New connections of the driver itself, outside any pool, with everything looked up that is not the driver's work.
     */
    public DataSource driver(ConnectionMode mode) throws SQLException {
        return new EndpointDataSource(endpoint, mode);
    }

    /**
     * The pool of connections of that mode: exactly one connection per benchmark thread, opened when first asked for.
     */
    public synchronized DataSource pool(ConnectionMode mode) throws SQLException {
        HikariDataSource pool = pools.get(mode);
        if (pool == null) {
            pool = newPool(mode);
            pools.put(mode, pool);
        }
        return pool;
    }

    /** Lends a thread its connection of the pool until {@link Lease#close}. */
    public Lease lease(ConnectionMode mode) throws SQLException {
        Lease lease = new Lease(pool(mode).getConnection(), this::returned);
        synchronized (this) {
            leases++;
        }
        return lease;
    }

    private synchronized void returned() {
        leases--;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (closing && leases == 0) {
            pools.values().forEach(HikariDataSource::close);
        }
    }

    private static void checkParameters(BenchmarkParams params) {
        String method = params.getBenchmark();
        Map<String, String> values = new HashMap<>();
        params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
        Parameters.check(workload(method.substring(0, method.lastIndexOf('.'))), values);
    }

    private static Class<?> workload(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new UsageException("workload class " + name + " is not there; workloads are top-level classes", e);
        }
    }

    /** All bundled drivers do; one that a user brings may be older than JDBC 4. */
    private boolean hasIsValid() throws SQLException {
        if (endpoint.driver().isEmpty()) {
            return true;
        }
        try (Connection connection = connect(ConnectionMode.PLAIN)) {
            return connection.isValid(1);
        } catch (AbstractMethodError | SQLFeatureNotSupportedException e) {
            return false;
        }
    }

    private HikariDataSource newPool(ConnectionMode mode) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setPoolName("rowmark-" + mode);
        config.setDataSource(driver(mode));
        config.setMaximumPoolSize(threads);
        config.setMinimumIdle(threads);
        // No connection may be retired or probed while something is measured.
        config.setMaxLifetime(0);
        config.setIdleTimeout(0);
        config.setKeepaliveTime(0);
        if (!hasIsValid()) {
            config.setConnectionTestQuery(dialect().ping());
        }
        return new HikariDataSource(config);
    }
}

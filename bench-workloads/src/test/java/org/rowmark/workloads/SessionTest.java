package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcPreparedStatement;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fork.ForkSignals;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;

/** The connections of threads, with a pool and without one, on an H2 that counts its sessions. */
class SessionTest {
    private static final String SQL = "select 1";

    @TempDir
    private Path directory;

    private final List<Session> sessions = new ArrayList<>();

    @AutoClose
    private TargetRuns runs;

    private Db db;

    private void start(Target target, int threads, String pool) throws Exception {
        runs = H2Runs.inThisJvm(directory, target);
        db = H2Runs.db(Ping.class, threads);
        for (int i = 0; i < threads; i++) {
            Session session = new Session();
            session.pool = pool;
            session.open(db, new Latencies());
            sessions.add(session);
        }
    }

    @Test
    void a_thread_keeps_the_drivers_own_connection_and_statement_for_all_operations() throws Exception {
        start(H2Runs.target(), 1, Session.NO_POOL);
        Session session = sessions.get(0);
        SessionStatement<PreparedStatement> statement = session.statement(SQL);

        PreparedStatement first = statement.get();
        session.end();

        assertThat(statement.get()).isSameAs(first).isExactlyInstanceOf(JdbcPreparedStatement.class);
        assertThat(session.connection()).isExactlyInstanceOf(JdbcConnection.class);
        assertThat(connections()).isEqualTo(1);
        session.close();
        assertThat(first.isClosed()).isTrue();
        assertThat(connections()).isZero();
    }

    @Test
    void threads_share_the_connections_of_a_pool_and_close_them_when_the_last_one_ends() throws Exception {
        start(H2Runs.target(), 3, "2");
        for (Session session : sessions) {
            session.statement(SQL);
        }
        assertThat(connections()).isEqualTo(2);

        sessions.get(0).close();
        sessions.get(1).close();
        assertThat(connections()).isEqualTo(2);
        sessions.get(2).close();

        assertThat(connections()).isZero();
    }

    @Test
    void a_thread_waits_until_another_one_gives_its_connection_back() throws Exception {
        start(H2Runs.target(), 2, "1");
        Session first = sessions.get(0);
        Session second = sessions.get(1);
        SessionStatement<PreparedStatement> ofFirst = first.statement(SQL);
        SessionStatement<PreparedStatement> ofSecond = second.statement(SQL);
        PreparedStatement statement = ofFirst.get();

        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> {
            running.countDown();
            return executes(second, ofSecond);
        });
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        TimeUnit.MILLISECONDS.sleep(200);
        assertThat(waiting).isNotDone();
        first.end();

        assertThat(waiting).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(true);
        assertThat(statement.isClosed()).isTrue();
        assertThat(ofFirst.get()).isNotSameAs(statement);
    }

    @Test
    void the_wait_for_a_connection_belongs_to_the_time_since_the_intended_start() throws Exception {
        start(H2Runs.target(), 2, "1");
        Session holding = sessions.get(0);
        Session waiting = sessions.get(1);
        waiting.rate = "20";
        Latencies times = new Latencies();
        ThreadParams thread = new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1);
        waiting.open(db, times, thread);
        BenchmarkParams params = TargetRuns.parameters(Ping.class, 1);
        times.start(params, new Latencies.Sampling());
        SessionStatement<PreparedStatement> ofHolding = holding.statement(SQL);
        SessionStatement<PreparedStatement> ofWaiting = waiting.statement(SQL);
        assertThat(executes(waiting, ofWaiting)).isTrue(); // and returns at the intended start of the next
        ofHolding.get();

        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> executes(waiting, ofWaiting));
        TimeUnit.MILLISECONDS.sleep(200);
        assertThat(second).isNotDone();
        holding.end();

        assertThat(second).succeedsWithin(Duration.ofMinutes(1)).isEqualTo(true);
        IterationParams iteration = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
        Histogram timed = Signals.of(() -> times.report(params, iteration, thread)).stream()
                .filter(signal -> signal.startsWith(ForkSignals.LATENCIES))
                .map(signal -> LatencyHistogram.decode(signal.substring(ForkSignals.LATENCIES.length())))
                .findFirst()
                .orElseThrow();
        assertThat(timed.getTotalCount()).isEqualTo(1);
        assertThat(timed.getMaxValue()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
    }

    private static boolean executes(Session session, SessionStatement<PreparedStatement> statement) {
        try (ResultSet row = statement.get().executeQuery()) {
            boolean found = row.next();
            session.end();
            return found;
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void a_transaction_that_is_open_when_its_connection_goes_back_to_the_pool_is_rolled_back() throws Exception {
        start(H2Runs.target(), 1, "1");
        runs.execute("create table t (i int)");
        Session session = sessions.get(0);
        session.choose(ConnectionMode.PLAIN, false);
        SessionStatement<PreparedStatement> insert = session.statement("insert into t values (1)");

        insert.get().executeUpdate();
        session.end();
        insert.get().executeUpdate();
        session.commit();
        session.end();

        assertThat(runs.number("select count(*) from t")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {Session.NO_POOL, "1"})
    void a_transaction_that_was_rolled_back_is_repeated_by_the_same_statements(String pool) throws Exception {
        start(H2Runs.target(), 1, pool);
        runs.execute("create table t (i int)");
        Session session = sessions.get(0);
        session.choose(ConnectionMode.PLAIN, false);
        SessionStatement<PreparedStatement> insert = session.statement("insert into t values (1)");

        insert.get().executeUpdate();
        PreparedStatement failed = insert.get();
        failed.close();
        session.rollBack();
        assertThat(insert.get()).isNotSameAs(failed);
        insert.get().executeUpdate();
        session.commit();
        session.end();

        assertThat(runs.number("select count(*) from t")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {Session.NO_POOL, "1"})
    void measures_at_the_isolation_level_of_the_target(String pool) throws Exception {
        start(H2Runs.target().withIsolation(Isolation.SERIALIZABLE), 1, pool);

        assertThat(sessions.get(0).connection().getTransactionIsolation())
                .isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        try (Connection other = db.driver(ConnectionMode.PLAIN).get()) {
            assertThat(other.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {Session.NO_POOL, "1"})
    void refuses_connections_that_do_not_get_the_isolation_level_of_the_target(String pool) throws Exception {
        Target hsqldb = Targets.builtIn().named("hsqldb").withIsolation(Isolation.READ_UNCOMMITTED);
        Endpoint endpoint = DriverJars.endpoint(hsqldb, "jdbc:hsqldb:mem:" + UUID.randomUUID());
        runs = new TargetRuns(hsqldb, endpoint, directory);
        Session session = new Session();
        session.pool = pool;
        session.open(TargetRuns.db(Ping.class, 1), new Latencies());

        assertThatThrownBy(session::connection)
                .isInstanceOf(UsageException.class)
                .hasMessageEndingWith(": a connection has the isolation level read-committed, not read-uncommitted");
    }

    @Test
    void measures_at_the_databases_own_isolation_level_by_default() throws Exception {
        start(H2Runs.target(), 1, Session.NO_POOL);

        assertThat(sessions.get(0).connection().getTransactionIsolation())
                .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    }

    /** Sessions of H2 but for the one that counts. */
    private long connections() throws SQLException {
        return runs.number("select count(*) - 1 from information_schema.sessions");
    }
}

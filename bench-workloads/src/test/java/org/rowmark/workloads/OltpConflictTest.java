package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.workloads.OltpTest.ONE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.oltp.Warehouses;

/** Transactions of oltp that fail because another session has changed a row that they have waited for. */
class OltpConflictTest {
    private static final String WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'";

    @TempDir
    private Path temp;

    @Test
    void a_payment_is_repeated_with_the_same_input_and_counted_once() throws Exception {
        Target target = Targets.builtIn().named("postgresql").withIsolation(Isolation.REPEATABLE_READ);
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            List<String> undisturbed;
            try (Payments payments = new Payments()) {
                payments.pay();
                payments.pay();
                undisturbed = paid(runs);
                assertThat(payments.ended()).noneMatch(signal -> signal.startsWith("metric retries"));
            }
            try (Payments payments = new Payments();
                    Connection other = runs.connect()) {
                other.setAutoCommit(false);
                Sql.execute(other, "update " + ONE + "warehouse set w_ytd = w_ytd");
                CompletableFuture<Void> paying = CompletableFuture.runAsync(payments::pay);
                awaitWait(runs);
                other.commit();
                assertThat(paying).succeedsWithin(Duration.ofMinutes(1));
                payments.pay();

                assertThat(paid(runs)).hasSize(2).isEqualTo(undisturbed);
                assertThat(payments.ended())
                        .contains("metric errors.40001 1.0 #", "metric retries 1.0 #", "metric committed.payment 2.0 #")
                        .as("six of a payment, seven with bad credit, without those that failed")
                        .anyMatch(signal -> signal.matches("metric statements 1[2-4]\\.0 #"));
            }
        }
    }

    /** An iteration of a terminal that pays; at its end its work is checked and put back. */
    private static final class Payments implements AutoCloseable {
        private final Oltp oltp = new Oltp();
        private final Oltp.Client client = new Oltp.Client();
        private final Session session = new Session();
        private final Warehouses warehouses = OltpTest.warehouses(1);

        Payments() throws Exception {
            warehouses.mix = "0/100/0/0/0";
            Db db = TargetRuns.db(Oltp.class, 1);
            session.open(db, new Latencies());
            client.prepare(db, session, new PreparedKind(), warehouses, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
            warehouses.begin();
            client.begin();
        }

        void pay() {
            try {
                oltp.transact(client);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Ends the iteration; returns its signals. */
        List<String> ended() throws SQLException {
            return Signals.of(() -> {
                client.check();
                session.report();
            });
        }

        @Override
        public void close() throws SQLException {
            session.close();
            warehouses.close();
        }
    }

    /** Returns the rows of the payments since the tables were loaded, without their times. */
    private static List<String> paid(TargetRuns runs) throws SQLException {
        try (Connection connection = runs.connect()) {
            return Sql.rows(
                    connection,
                    "select h_c_d_id, h_c_id, h_d_id, h_amount, h_data from " + ONE + "history where h_date > "
                            + OltpTest.LOADED_AT + " order by h_amount",
                    row -> row.getInt(1) + " " + row.getInt(2) + " " + row.getInt(3) + " " + row.getLong(4) + " "
                            + row.getString(5));
        }
    }

    private static void awaitWait(TargetRuns runs) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (runs.number(WAITING) == 0) {
            assertThat(System.nanoTime()).as("no session waits for the row").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue(); // for the server's user, if this is root
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}

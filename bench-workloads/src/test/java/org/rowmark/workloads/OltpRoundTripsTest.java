package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.workloads.OltpTest.ONE;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.link.LinkCounters;
import org.rowmark.link.LinkSpec;
import org.rowmark.link.RelayProcess;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.workloads.oltp.Mix;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** The round trips of oltp's transactions, as many as docs/oltp.md states for drivers that send a batch at once. */
@Tag("slow")
class OltpRoundTripsTest {
    /** So long that a driver has sent its batch before the answer to the first row of it arrives. */
    private static final LinkSpec LINK = LinkSpec.parse("link", "rtt=20ms");

    private static final String LINES = "select count(*) from " + ONE + "order_line";
    private static final String BAD_CREDIT = "select sum(c_payment_cnt) from " + ONE + "customer where c_credit = 'BC'";

    private static final int ROLLED_BACK = -1;

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "postgresql"})
    void are_those_of_the_documentation_in_both_styles(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        try (Server server = RequiredServers.start(target, workspace());
                Connection direct = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            JdbcUrl url = new JdbcUrl(server.endpoint().url());
            InetSocketAddress address =
                    url.server(Databases.named(target.database()).port());
            Path file = temp.resolve("link");
            try (RelayProcess relay = RelayProcess.start(LINK, address, file);
                    TargetRuns runs = new TargetRuns(target, server.endpoint().at(url.through(relay.port())), temp)) {
                Counting counting = new Counting(LinkCounters.open(file), direct, OltpTest.warehouses(1));
                runs.execute("update " + ONE + "customer set c_credit = 'BC' where c_d_id <= 5");
                long badBefore = runs.number(BAD_CREDIT);
                assertPlain(counting);
                assertBatched(counting);
                assertThat(runs.number(BAD_CREDIT))
                        .as("payments with bad credit")
                        .isGreaterThan(badBefore);
            }
        }
    }

    private static void assertPlain(Counting counting) throws Exception {
        assertThat(counting.trips("plain", "100/0/0/0/0", 2, LINES)).isEqualTo(9);
        assertThat(counting.trips("plain", "0/100/0/0/0", 1, BAD_CREDIT)).isEqualTo(8);
        assertThat(counting.trips("plain", "0/0/100/0/0", 0, LINES)).isEqualTo(4);
        assertThat(counting.trips("plain", "0/0/0/100/0", 0, LINES)).isEqualTo(71);
        assertThat(counting.trips("plain", "0/0/0/0/100", 0, LINES)).isEqualTo(3);
    }

    private static void assertBatched(Counting counting) throws Exception {
        assertThat(counting.trips("batched", "100/0/0/0/0", 0, LINES)).isEqualTo(8);
        assertThat(counting.trips("batched", "0/100/0/0/0", 1, BAD_CREDIT)).isEqualTo(7);
        assertThat(counting.trips("batched", "0/0/100/0/0", 0, LINES)).isEqualTo(4);
        assertThat(counting.trips("batched", "0/0/0/100/0", 0, LINES)).isEqualTo(7);
        assertThat(counting.trips("batched", "0/0/0/0/100", 0, LINES)).isEqualTo(3);
    }

    /**
     * A relay's counters while a terminal is the only one that uses it.
     *
     * @param direct past the relay
     */
    private record Counting(LinkCounters link, Connection direct, Warehouses warehouses) {
        private static final int TRANSACTIONS = 3;

        /**
         * Returns the round trips of a transaction that was committed, after one in which the driver prepares what it
         * prepares at the first use; the median of several, as a relay counts another trip where a driver is held up
         * while it sends.
         *
         * @param each round trips that are left out for each
         * @param more by which the number of this query grows
         */
        long trips(String style, String mix, int each, String more) throws Exception {
            warehouses.style = style;
            warehouses.mix = mix;
            Terminal terminal = OltpTest.terminal(warehouses, 0);
            List<Long> trips = new ArrayList<>();
            while (trips.size() <= TRANSACTIONS) {
                Mix.Kind kind = terminal.next();
                long numberBefore = Sql.number(direct, more);
                long before = link.read().roundTrips();
                if (terminal.execute(kind) != ROLLED_BACK) {
                    long all = link.read().roundTrips() - before;
                    trips.add(all - each * (Sql.number(direct, more) - numberBefore));
                }
            }
            return trips.stream()
                    .skip(1)
                    .sorted()
                    .skip(TRANSACTIONS / 2)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue(); // for the server's user, if this is root
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}

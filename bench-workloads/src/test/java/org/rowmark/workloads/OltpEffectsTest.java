package org.rowmark.workloads;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.workloads.OltpTest.TWO;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** What each kind of oltp's transactions changes, by SQL that is independent of the workload. */
class OltpEffectsTest {
    /** What transactions change. */
    private static final Map<String, String> SUMS = Map.ofEntries(
            entry("d_next_o_id", "select sum(d_next_o_id) from " + TWO + "district"),
            entry("orders", "select count(*) from " + TWO + "orders"),
            entry("new_order", "select count(*) from " + TWO + "new_order"),
            entry("order_line", "select count(*) from " + TWO + "order_line"),
            entry("ol_quantity", "select sum(ol_quantity) from " + TWO + "order_line"),
            entry("s_order_cnt", "select sum(s_order_cnt) from " + TWO + "stock"),
            entry("s_ytd", "select sum(s_ytd) from " + TWO + "stock"),
            entry("history", "select count(*) from " + TWO + "history"),
            entry("h_amount", "select sum(h_amount) from " + TWO + "history"),
            entry("w_ytd", "select sum(w_ytd) from " + TWO + "warehouse"),
            entry("d_ytd", "select sum(d_ytd) from " + TWO + "district"),
            entry("c_balance", "select sum(c_balance) from " + TWO + "customer"),
            entry("c_ytd_payment", "select sum(c_ytd_payment) from " + TWO + "customer"),
            entry("c_payment_cnt", "select sum(c_payment_cnt) from " + TWO + "customer"),
            entry("c_delivery_cnt", "select sum(c_delivery_cnt) from " + TWO + "customer"),
            entry("o_carrier_id", "select count(*) from " + TWO + "orders where o_carrier_id <> 0"),
            entry("ol_delivery_d", "select count(*) from " + TWO + "order_line where ol_delivery_d <> 0"));

    private static final String SINCE_LOADING = " > " + OltpTest.LOADED_AT;

    @TempDir
    private Path temp;

    private final List<Terminal> terminals = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"h2-mem, batched", "h2-mem, plain"})
    void are_those_of_the_kind_and_no_others(String name, String style) throws Exception {
        Target target = Targets.builtIn().named(name);
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            Warehouses warehouses = OltpTest.warehouses(2);
            warehouses.style = style;
            assertReads(runs, warehouses);
            assertPayments(runs, warehouses);
            assertDeliveries(runs, warehouses);
            assertNewOrders(runs, warehouses);
            warehouses.begin();
            for (Terminal terminal : terminals) {
                warehouses.ended(terminal);
            }
            warehouses.close();
            Databases.named(target.database()).driver().release(server.endpoint());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"postgresql, batched", "postgresql, plain"})
    void are_those_of_the_kind_on_a_server_too(String name, String style) throws Exception {
        are_those_of_the_kind_and_no_others(name, style);
    }

    private void assertReads(TargetRuns runs, Warehouses warehouses) throws Exception {
        List<String> before = OltpRestorationTest.rows(runs);

        execute(terminal(warehouses, "0/0/100/0/0"), 30);
        execute(terminal(warehouses, "0/0/0/0/100"), 30);

        assertThat(OltpRestorationTest.rows(runs)).isEqualTo(before);
    }

    private void assertPayments(TargetRuns runs, Warehouses warehouses) throws Exception {
        Map<String, Long> before = sums(runs);

        long paid = execute(terminal(warehouses, "0/100/0/0/0"), 200);

        assertThat(changes(before, sums(runs)))
                .isEqualTo(Map.of(
                        "history", 200L,
                        "h_amount", paid,
                        "w_ytd", paid,
                        "d_ytd", paid,
                        "c_balance", -paid,
                        "c_ytd_payment", paid,
                        "c_payment_cnt", 200L));
        assertNone(
                runs,
                "warehouse where w_ytd - 30000000 <> (select coalesce(sum(h_amount), 0) from " + TWO + "history"
                        + " where h_w_id = w_id and h_date" + SINCE_LOADING + ")");
        assertNone(
                runs,
                "district where d_ytd - 3000000 <> (select coalesce(sum(h_amount), 0) from " + TWO + "history"
                        + " where h_w_id = d_w_id and h_d_id = d_id and h_date" + SINCE_LOADING + ")");
        String ofCustomer = " from " + TWO + "history where h_c_w_id = c_w_id and h_c_d_id = c_d_id and h_c_id = c_id)";
        assertNone(runs, "customer where c_ytd_payment <> (select sum(h_amount)" + ofCustomer);
        assertNone(runs, "customer where c_payment_cnt <> (select count(*)" + ofCustomer);
        assertNone(runs, "customer where c_balance <> -c_ytd_payment");
        String isNew = "c_data like concat(c_id, ' ', c_d_id, ' ', c_w_id, ' %|%')";
        assertNone(runs, "customer where c_credit = 'BC' and c_payment_cnt > 1 and not " + isNew);
        assertNone(runs, "customer where (c_credit <> 'BC' or c_payment_cnt = 1) and c_data like '%|%'");
        assertThat(runs.number("select count(*) from " + TWO + "customer where " + isNew))
                .isPositive();
        assertNone(
                runs,
                "history join " + TWO + "warehouse on w_id = h_w_id join " + TWO + "district"
                        + " on d_w_id = h_w_id and d_id = h_d_id where h_date" + SINCE_LOADING
                        + " and h_data <> concat(w_name, '    ', d_name)");
    }

    private void assertDeliveries(TargetRuns runs, Warehouses warehouses) throws Exception {
        Terminal terminal = terminal(warehouses, "0/0/0/100/0");
        Map<String, Long> before = sums(runs);
        String delivered = " = 1 and o_id between 22 and 26"; // the oldest of 22 to 30, which are loaded as open
        long lines = runs.number("select sum(o_ol_cnt) from " + TWO + "orders where o_w_id" + delivered);
        long amount = runs.number("select sum(ol_amount) from " + TWO + "order_line where ol_w_id"
                + delivered.replace("o_id", "ol_o_id"));

        assertThat(execute(terminal, 5)).isEqualTo(50);

        assertThat(changes(before, sums(runs)))
                .isEqualTo(Map.of(
                        "new_order", -50L,
                        "o_carrier_id", 50L,
                        "ol_delivery_d", lines,
                        "c_balance", amount,
                        "c_delivery_cnt", 50L));
        assertNone(runs, "new_order where no_w_id" + delivered.replace("o_id", "no_o_id"));
        assertNone(runs, "orders where o_carrier_id not between 1 and 10 and o_w_id" + delivered);
        assertNone(
                runs,
                "order_line where not ol_delivery_d" + SINCE_LOADING + " and ol_w_id"
                        + delivered.replace("o_id", "ol_o_id"));
        assertNone(
                runs,
                "customer where c_balance + c_ytd_payment <> (select coalesce(sum(ol_amount), 0)"
                        + " from " + TWO + "orders join " + TWO + "order_line on ol_w_id = o_w_id and ol_d_id = o_d_id"
                        + " and ol_o_id = o_id where o_w_id = c_w_id and o_d_id = c_d_id and o_c_id = c_id"
                        + " and ol_delivery_d" + SINCE_LOADING + ")");
        assertThat(execute(terminal, 6))
                .as("orders that were left, of 6 deliveries")
                .isEqualTo(40);
        assertNone(runs, "new_order where no_w_id = 1");
    }

    private void assertNewOrders(TargetRuns runs, Warehouses warehouses) throws Exception {
        Terminal terminal = terminal(warehouses, "100/0/0/0/0");
        Map<String, Long> before = sums(runs);
        long rolledBack = 0;
        long committed = 0;
        while (rolledBack == 0) {
            int more = OltpTest.execute(terminal, 200);
            rolledBack += more;
            committed += 200 - more;
        }

        Map<String, Long> changes = changes(before, sums(runs));

        long lines = runs.number("select sum(o_ol_cnt) from " + TWO + "orders where o_id > 30");
        long quantity = runs.number("select sum(ol_quantity) from " + TWO + "order_line where ol_o_id > 30");
        assertThat(lines).isBetween(5 * committed, 15 * committed);
        assertThat(changes)
                .isEqualTo(Map.of(
                        "d_next_o_id", committed,
                        "orders", committed,
                        "new_order", committed,
                        "order_line", lines,
                        "ol_quantity", quantity,
                        "s_order_cnt", lines,
                        "s_ytd", quantity));
        String ofOrder = " from " + TWO + "order_line where ol_w_id = o_w_id and ol_d_id = o_d_id and ol_o_id = o_id";
        assertNone(runs, "orders where o_ol_cnt <> (select count(*)" + ofOrder + ")");
        assertNone(
                runs,
                "orders where o_all_local <> case when exists (select 1" + ofOrder
                        + " and ol_supply_w_id <> ol_w_id) then 0 else 1 end");
        assertNone(
                runs,
                "order_line join " + TWO + "item on i_id = ol_i_id where ol_o_id > 30"
                        + " and ol_amount <> ol_quantity * i_price");
        assertNone(
                runs,
                "order_line join " + TWO + "stock on s_w_id = ol_supply_w_id and s_i_id = ol_i_id"
                        + " where ol_o_id > 30 and ol_d_id = 7 and ol_dist_info <> s_dist_07");
        assertNone(runs, "stock where mod(s_loaded_quantity - s_ytd - s_quantity, 91) <> 0");
    }

    /** Asserts that no row of a table is as it must not be. */
    private static void assertNone(TargetRuns runs, String rows) throws SQLException {
        assertThat(runs.number("select count(*) from " + TWO + rows)).as(rows).isZero();
    }

    private static Map<String, Long> sums(TargetRuns runs) throws SQLException {
        Map<String, Long> sums = new HashMap<>();
        for (Map.Entry<String, String> each : SUMS.entrySet()) {
            sums.put(each.getKey(), runs.number(each.getValue()));
        }
        return sums;
    }

    /** Returns by how much sums have grown, without those that are as before. */
    private static Map<String, Long> changes(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> changes = new HashMap<>(after);
        before.forEach((name, sum) -> changes.merge(name, -sum, Long::sum));
        changes.values().removeIf(change -> change == 0);
        return changes;
    }

    private Terminal terminal(Warehouses warehouses, String mix) throws Exception {
        warehouses.mix = mix;
        Terminal terminal = OltpTest.terminal(warehouses, 0);
        terminals.add(terminal);
        return terminal;
    }

    /** Executes transactions; returns the sum of what they return, of payments their amounts, of deliveries their orders. */
    private static long execute(Terminal terminal, int transactions) throws SQLException {
        long sum = 0;
        for (int i = 0; i < transactions; i++) {
            sum += terminal.execute(terminal.next());
        }
        return sum;
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue(); // for the server's user, if this is root
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }
}

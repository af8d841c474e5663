package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.rowmark.databases.sqlserver.SqlServerTest;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.Session;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.oltp.Mix;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** The workload oltp, which checks what it committed and the consistency of the tables. */
class OltpTest {
    /** The time of all loaded rows, the beginning of 2026. */
    static final long LOADED_AT = 1_767_225_600_000L;

    /** The beginning of the names of the tables of one warehouse, with 100 items and 30 customers a district. */
    static final String ONE = "rowmark_oltp_xj2ats_";

    /** Likewise, of two. */
    static final String TWO = "rowmark_oltp_x8ka9z_";

    @TempDir
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"h2-mem", "postgresql"})
    void three_terminals_of_two_warehouses_pass_the_checks_in_both_styles(String name) throws Exception {
        Target target = Targets.builtIn().named(name);
        if (name.equals("sqlite")) {
            target = target.withSettings(Map.of("synchronous", "OFF")); // every statement of the loading is synced else
        }
        Database database = Databases.named(target.database());
        try (Server server = RequiredServers.start(target, workspace());
                TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
            assertBothStyles(runs);
            database.driver().release(server.endpoint());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"hsqldb", "derby", "sqlite", "mariadb", "mysql-5.7", "firebird"})
    void three_terminals_pass_the_checks_on_the_other_databases(String name) throws Exception {
        three_terminals_of_two_warehouses_pass_the_checks_in_both_styles(name);
    }

    @Tag("slow")
    @Test
    @EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
    void they_pass_on_the_sql_server_that_the_build_is_given() throws Exception {
        Target target = SqlServerTest.given();
        SqlServerTest.alone(() -> {
            try (Server server = RequiredServers.start(target, workspace());
                    TargetRuns runs = new TargetRuns(target, server.endpoint(), temp)) {
                assertBothStyles(runs);
            }
        });
    }

    private static void assertBothStyles(TargetRuns runs) throws Exception {
        for (String style : List.of("batched", "plain")) {
            Map<String, String> small = Map.of(
                    "warehouses", "2", "items", "100", "customers", "30", "mix", "40/30/10/10/10", "style", style);
            for (RunResult result : runs.run(Oltp.class, small, 3)) {
                assertThat(result.getPrimaryResult().getScore()).isPositive();
            }
            assertThat(runs.number("select count(*) from " + TWO + "history")).isEqualTo(2 * 10 * 30);
        }
    }

    private Workspace workspace() throws IOException {
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        return new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
    }

    @Test
    void is_skipped_with_the_reason_where_writers_do_not_wait() {
        Database duckDb = Databases.named("duckdb");

        assertThat(Workloads.all().of(Oltp.class).obstacle(duckDb.dialect(), duckDb.features(), Map.of()))
                .contains("needs transactions that wait for each other's changes to a row");
        assertThat(Workloads.all().of(Oltp.class).obstacle(H2Runs.database().dialect(), Set.of(), Map.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            update district set d_ytd = d_ytd + 1 where d_id = 3 | condition 1 of TPC-C's clause 3.3.2 is violated, warehouse 1: w_ytd is 30000000, and sum(d_ytd) is 30000001
            delete from orders where o_d_id = 3 and o_id = 30 | condition 2 of TPC-C's clause 3.3.2 is violated, warehouse 1, district 3: d_next_o_id - 1 is 30, and max(o_id) is 29
            delete from new_order where no_d_id = 3 and no_o_id = 30 | condition 2 of TPC-C's clause 3.3.2 is violated, warehouse 1, district 3: max(o_id) is 30, and max(no_o_id) is 29
            delete from new_order where no_d_id = 3 and no_o_id = 25 | condition 3 of TPC-C's clause 3.3.2 is violated, warehouse 1, district 3: max(no_o_id) - min(no_o_id) + 1 is 9, and count of new_order is 8
            delete from order_line where ol_d_id = 3 and ol_o_id = 1 and ol_number = 1 | condition 4 of TPC-C's clause 3.3.2 is violated, warehouse 1, district 3: sum(o_ol_cnt) is
            """)
    void a_damaged_row_fails_the_fork_with_both_numbers(String damage, String reason) throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses warehouses = warehouses(1);
            assertThat(runs.execute(damage.replaceFirst("from |update ", "$0" + ONE)))
                    .isPositive();

            assertThatThrownBy(warehouses::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(reason);
        }
    }

    @Test
    @SuppressWarnings("try") // the database is there while it is open
    void a_transaction_that_is_not_counted_fails_the_fork() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses warehouses = warehouses(1);
            warehouses.begin();
            Terminal terminal = terminal(warehouses, 0);
            terminal.begin();
            execute(terminal, 50);
            execute(terminal(warehouses, 0), 50); // a terminal that does not end

            warehouses.ended(terminal);

            assertThatThrownBy(warehouses::close).hasMessageStartingWith("tables " + ONE + "*: expected State[paid=");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"batched", "plain"})
    void a_new_order_of_an_item_that_does_not_exist_writes_the_rest_and_is_rolled_back(String style) throws Exception {
        try (H2Runs runs = H2Runs.traced(temp)) {
            Warehouses warehouses = warehouses(1);
            warehouses.style = style;
            warehouses.mix = "100/0/0/0/0";
            Terminal terminal = terminal(warehouses, 0);
            int rolledBack = 0;
            while (rolledBack == 0) {
                rolledBack = execute(terminal, 1);
            }
            assertThat(runs.number("select count(*) from " + ONE + "order_line where ol_i_id > 100"))
                    .isZero();
        }

        String trace = Files.readString(temp.resolve("rowmark.trace.db"));
        int end = trace.lastIndexOf(".rollback();");
        assertThat(trace.substring(trace.lastIndexOf(".commit();", end), end))
                .contains(
                        "*/update " + ONE + "district",
                        "*/insert into " + ONE + "orders",
                        "*/insert into " + ONE + "new_order",
                        "*/insert into " + ONE + "order_line",
                        "*/update " + ONE + "stock");
    }

    @Test
    void inputs_have_the_shares_of_the_specification() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses warehouses = warehouses(2);
            warehouses.mix = "50/50/0/0/0";
            Terminal terminal = terminal(warehouses, 0);
            int rollbacks = execute(terminal, 6_000);

            String history = "select count(*) from " + TWO + "history where h_date > " + LOADED_AT;
            long payments = runs.number(history);
            long remote = runs.number(history + " and h_c_w_id <> h_w_id");
            long lines = runs.number("select count(*) from " + TWO + "order_line where ol_o_id > 30");
            long remoteLines = runs.number(
                    "select count(*) from " + TWO + "order_line where ol_o_id > 30 and ol_supply_w_id <> ol_w_id");
            assertThat(rollbacks).as("rollbacks of 3,000").isBetween(10, 60);
            assertThat(payments).isBetween(2_800L, 3_200L);
            assertThat(100.0 * remote / payments).as("% remote payments").isBetween(12.0, 18.0);
            assertThat(100.0 * remoteLines / lines).as("% remote lines").isBetween(0.7, 1.3);
            assertThat(runs.number("select sum(s_remote_cnt) from " + TWO + "stock"))
                    .isEqualTo(remoteLines);
            assertThat(runs.number("select sum(s_order_cnt) from " + TWO + "stock"))
                    .isEqualTo(lines);
            assertThat(runs.number("select count(*) from " + TWO + "stock where s_quantity < 10 or s_quantity > 100"))
                    .isZero();
        }
    }

    @Test
    void the_loaded_history_has_a_payment_of_each_customer() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            warehouses(2);

            assertThat(runs.number("select count(*) from " + TWO + "customer join " + TWO + "history"
                            + " on h_c_w_id = c_w_id and h_c_d_id = c_d_id and h_c_id = c_id and h_w_id = c_w_id"
                            + " and h_d_id = c_d_id and h_amount = c_ytd_payment and h_date = " + LOADED_AT))
                    .isEqualTo(runs.number("select count(*) from " + TWO + "history"))
                    .isEqualTo(2 * 10 * 30);
        }
    }

    /** Executes transactions; returns how many were rolled back as intended. */
    static int execute(Terminal terminal, int transactions) throws SQLException {
        int rollbacks = 0;
        for (int i = 0; i < transactions; i++) {
            Mix.Kind kind = terminal.next();
            rollbacks += terminal.execute(kind) == -1 ? 1 : 0;
        }
        return rollbacks;
    }

    static Warehouses warehouses(int count) throws Exception {
        return warehouses(count, 1);
    }

    static Warehouses warehouses(int count, int threads) throws Exception {
        Warehouses warehouses = new Warehouses();
        warehouses.warehouses = count;
        warehouses.items = 100;
        warehouses.customers = 30;
        warehouses.mix = "45/43/4/4/4";
        warehouses.style = "batched";
        warehouses.terminals = "none";
        Db db = TargetRuns.db(Oltp.class, threads);
        warehouses.load(db);
        warehouses.open(db, TargetRuns.parameters(Oltp.class, threads));
        return warehouses;
    }

    static Terminal terminal(Warehouses warehouses, int thread) throws Exception {
        Db db = TargetRuns.db(Oltp.class, 1);
        new PreparedKind().choose(db);
        Session session = new Session();
        session.open(db, new Latencies());
        return warehouses.terminal(session, thread);
    }
}

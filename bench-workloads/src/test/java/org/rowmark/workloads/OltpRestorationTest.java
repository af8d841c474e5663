package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.workloads.OltpTest.TWO;
import static org.rowmark.workloads.OltpTest.execute;
import static org.rowmark.workloads.OltpTest.terminal;
import static org.rowmark.workloads.OltpTest.warehouses;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.Sql;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.Warehouses;

/** Rows of the workload oltp that are put back to what was loaded. */
class OltpRestorationTest {
    private static final List<String> TABLES = List.of(
            "warehouse", "district", "customer", "item", "stock", "orders", "new_order", "order_line", "history");

    @TempDir
    private Path temp;

    @Test
    void the_end_of_a_fork_puts_back_every_row() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses warehouses = warehouses(2);
            List<String> before = rows(runs);
            warehouses.begin();
            for (Terminal each : List.of(terminal(warehouses, 0), terminal(warehouses, 1))) {
                execute(each, 300);
                warehouses.ended(each);
            }
            assertThat(rows(runs)).isNotEqualTo(before);

            warehouses.close();

            assertThat(rows(runs)).isEqualTo(before);
        }
    }

    @Test
    @SuppressWarnings("try") // the database is there while it is open
    void rows_are_put_back_after_the_last_terminal_has_been_checked() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses warehouses = warehouses(1, 2);
            warehouses.begin();
            List<Terminal> terminals = List.of(terminal(warehouses, 0), terminal(warehouses, 1));
            for (Terminal each : terminals) {
                each.begin();
                execute(each, 50);
            }
            warehouses.ended(terminals.get(0));
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> close(warehouses));

            assertThatThrownBy(() -> closing.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            warehouses.ended(terminals.get(1));

            closing.get(10, TimeUnit.SECONDS);
        }
    }

    private static void close(Warehouses warehouses) {
        try {
            warehouses.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_next_fork_puts_them_back_after_one_that_did_not_end() throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            Warehouses killed = warehouses(2);
            List<String> before = rows(runs);
            execute(terminal(killed, 0), 100);

            warehouses(2);

            assertThat(rows(runs)).isEqualTo(before);
        }
    }

    @Test
    void the_next_fork_reports_what_one_that_did_not_end_left_inconsistent_and_the_one_after_it_runs()
            throws Exception {
        try (H2Runs runs = H2Runs.inThisJvm(temp)) {
            execute(terminal(warehouses(2), 0), 100);
            runs.execute("update " + TWO + "district set d_ytd = d_ytd + 1 where d_id = 3 and d_w_id = 2");

            assertThatThrownBy(() -> warehouses(2))
                    .hasMessageStartingWith("after a fork that did not end: consistency condition 1")
                    .hasMessageEndingWith("; the tables are as loaded again");
            warehouses(2).close();
        }
    }

    /** Returns the rows of all tables, in an order of their own. */
    static List<String> rows(TargetRuns runs) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = runs.connect()) {
            for (String table : TABLES) {
                all.addAll(Sql.rows(connection, "select * from " + TWO + table, row -> {
                    List<String> values = new ArrayList<>(List.of(table));
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        values.add(row.getString(i));
                    }
                    return String.join("|", values);
                }));
            }
        }
        Collections.sort(all);
        return all;
    }
}

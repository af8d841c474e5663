package org.rowmark.workloads.oltp;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.data.DataSet;
import org.rowmark.data.Tables;
import org.rowmark.util.Sql;

/**
 * The way back to the rows as loaded, by statements whose cost depends on what was changed. The rows by which
 * {@link #isNeeded} recognises changes are put back last: one that is interrupted begins again.
 */
final class Restoration {
    private final Connection connection;
    private final Sizes sizes;
    private final OltpRows rows;
    private final String anyOfHistory;
    private final String prefix;

    /** @param connection autocommit is on */
    Restoration(Connection connection, Sizes sizes, OltpTables tables) {
        this.connection = connection;
        this.sizes = sizes;
        this.rows = tables.rows();
        this.anyOfHistory = tables.anyOfHistory();
        prefix = sizes.tablePrefix();
    }

    /** Returns whether a transaction has been committed since the rows were loaded or put back. */
    boolean isNeeded() throws SQLException {
        State loaded = new State(
                sizes.warehouses() * OltpRows.WAREHOUSE_YTD,
                (long) sizes.districts() * sizes.customers(),
                sizes.districts() * (sizes.customers() + 1L),
                (long) sizes.districts() * sizes.undelivered());
        return !loaded.equals(State.read(connection, sizes));
    }

    /**
     * What transactions change.
     *
     * @param paid the sum over all warehouses
     * @param payments the number of rows of the history
     * @param nextOrders the sum over all districts
     * @param newOrders the number of rows
     */
    record State(long paid, long payments, long nextOrders, long newOrders) {
        static State read(Connection connection, Sizes sizes) throws SQLException {
            String prefix = sizes.tablePrefix();
            return new State(
                    Sql.number(connection, "select sum(w_ytd) from " + prefix + "warehouse"),
                    Sql.number(connection, "select count(*) from " + prefix + "history"),
                    Sql.number(connection, "select sum(d_next_o_id) from " + prefix + "district"),
                    Sql.number(connection, "select count(*) from " + prefix + "new_order"));
        }

        /** Returns the state that transactions lead to. */
        State after(Terminal.Committed committed) {
            return new State(
                    paid + committed.paid(),
                    payments + committed.payments(),
                    nextOrders + committed.orders(),
                    newOrders + committed.orders() - committed.delivered());
        }
    }

    /** Puts all rows back: a transaction for the history, whose new rows are later ones, and one for each warehouse. */
    void run(Tables tables, List<DataSet> data) throws SQLException {
        Sql.execute(
                connection,
                "delete from " + prefix + "history where " + anyOfHistory + " and h_date <> " + OltpRows.LOADED_AT);
        connection.setAutoCommit(false);
        for (int warehouse = 1; warehouse <= sizes.warehouses(); warehouse++) {
            execute(
                    "update " + prefix + "stock set s_quantity = s_loaded_quantity, s_ytd = 0, s_order_cnt = 0,"
                            + " s_remote_cnt = 0 where s_w_id = ? and s_order_cnt > 0",
                    warehouse);
            for (int district = 1; district <= Sizes.DISTRICTS_OF_WAREHOUSE; district++) {
                restoreCustomers(warehouse, district);
                restoreOrders(warehouse, district);
            }
            connection.commit();
        }
        Sql.execute(
                connection,
                "update " + prefix + "district set d_ytd = " + OltpRows.DISTRICT_YTD + ", d_next_o_id = "
                        + (sizes.customers() + 1) + " where d_w_id > 0",
                "update " + prefix + "warehouse set w_ytd = " + OltpRows.WAREHOUSE_YTD + " where w_id > 0");
        connection.commit();
        connection.setAutoCommit(true);
        for (DataSet each : data) {
            if (!each.table().name().equals(prefix + OltpTables.ITEM)) {
                tables.pack(each.table());
            }
        }
    }

    private void restoreCustomers(int warehouse, int district) throws SQLException {
        String ofDistrict = " where c_w_id = ? and c_d_id = ?";
        restoreTexts(warehouse, district, ofDistrict);
        execute(
                "update " + prefix + "customer set c_balance = " + OltpRows.BALANCE + ", c_ytd_payment = "
                        + OltpRows.YTD_PAYMENT + ", c_payment_cnt = 1, c_delivery_cnt = 0" + ofDistrict
                        + " and (c_payment_cnt <> 1 or c_delivery_cnt <> 0)",
                warehouse,
                district);
    }

    /** Puts back the texts of customers with bad credit who paid. */
    private void restoreTexts(int warehouse, int district, String ofDistrict) throws SQLException {
        List<Integer> changed = new ArrayList<>();
        try (PreparedStatement select = prepare(
                        "select c_id from " + prefix + "customer" + ofDistrict
                                + " and c_payment_cnt <> 1 and c_credit = '" + OltpRows.BAD_CREDIT + "'",
                        warehouse,
                        district);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                changed.add(row.getInt(1));
            }
        }
        try (PreparedStatement update = connection.prepareStatement(
                "update " + prefix + "customer set c_data = ?" + ofDistrict + " and c_id = ?")) {
            for (int customer : changed) {
                update.setString(1, rows.customerData(rows.customerKey(warehouse, district, customer)));
                update.setInt(2, warehouse);
                update.setInt(3, district);
                update.setInt(4, customer);
                update.executeUpdate();
            }
        }
    }

    private void restoreOrders(int warehouse, int district) throws SQLException {
        int last = sizes.customers();
        int undelivered = sizes.firstUndelivered();
        execute(
                "delete from " + prefix + "order_line where ol_w_id = ? and ol_d_id = ? and ol_o_id > ?",
                warehouse,
                district,
                last);
        execute(
                "update " + prefix + "order_line set ol_delivery_d = 0 where ol_w_id = ? and ol_d_id = ?"
                        + " and ol_o_id >= ? and ol_delivery_d <> 0",
                warehouse,
                district,
                undelivered);
        execute(
                "delete from " + prefix + "orders where o_w_id = ? and o_d_id = ? and o_id > ?",
                warehouse,
                district,
                last);
        execute(
                "update " + prefix + "orders set o_carrier_id = 0 where o_w_id = ? and o_d_id = ? and o_id >= ?"
                        + " and o_carrier_id <> 0",
                warehouse,
                district,
                undelivered);
        execute("delete from " + prefix + "new_order where no_w_id = ? and no_d_id = ?", warehouse, district);
        execute(
                "insert into " + prefix + "new_order (no_w_id, no_d_id, no_o_id) select o_w_id, o_d_id, o_id from "
                        + prefix + "orders where o_w_id = ? and o_d_id = ? and o_id >= ?",
                warehouse,
                district,
                undelivered);
    }

    private void execute(String sql, int... numbers) throws SQLException {
        try (PreparedStatement statement = prepare(sql, numbers)) {
            statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, int... numbers) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < numbers.length; i++) {
            statement.setInt(i + 1, numbers[i]);
        }
        return statement;
    }
}

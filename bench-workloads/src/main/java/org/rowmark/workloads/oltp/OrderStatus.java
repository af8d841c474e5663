package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/** A customer's last order with its lines (clause 2.6). */
final class OrderStatus implements Terminal.Transaction {
    private final Session session;
    private final Terminal.Home home;
    private final Customers customers;
    private final SessionStatement<PreparedStatement> selectOrder;
    private final SessionStatement<PreparedStatement> selectLines;

    private int district;

    OrderStatus(Session session, Dialect dialect, Terminal.Home home, Customers customers) throws SQLException {
        this.session = session;
        this.home = home;
        this.customers = customers;
        String prefix = home.sizes().tablePrefix();
        selectOrder = session.statement(dialect.limit(
                "select o_id, o_carrier_id, o_entry_d from " + prefix + "orders"
                        + " where o_w_id = ? and o_d_id = ? and o_c_id = ? order by o_id desc",
                1));
        selectLines = session.statement("select ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d from "
                + prefix + "order_line where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?");
    }

    @Override
    public void draw() {
        district = home.anyDistrict();
        customers.draw();
    }

    @Override
    public long execute() throws SQLException {
        int customer = customers.read(home.warehouse(), district);
        int order;
        try (ResultSet row =
                Terminal.bind(selectOrder, home.warehouse(), district, customer).executeQuery()) {
            order = row.next() ? row.getInt(1) : 0;
        }
        long checksum = 0;
        try (ResultSet row =
                Terminal.bind(selectLines, home.warehouse(), district, order).executeQuery()) {
            while (row.next()) {
                checksum += row.getInt(1) + row.getInt(2) + row.getInt(3) + row.getLong(4) + row.getLong(5);
            }
        }
        session.commit();
        return checksum;
    }

    @Override
    public int statements() {
        return 3;
    }
}

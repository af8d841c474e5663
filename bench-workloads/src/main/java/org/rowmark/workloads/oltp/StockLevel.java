package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/** The number of items of a district's last 20 orders whose stock is low (clause 2.8). */
final class StockLevel implements Terminal.Transaction {
    private static final int ORDERS = 20;

    private final Session session;
    private final Terminal.Home home;
    private final SessionStatement<PreparedStatement> selectNext;
    private final SessionStatement<PreparedStatement> count;

    private int threshold;

    StockLevel(Session session, Terminal.Home home) throws SQLException {
        this.session = session;
        this.home = home;
        String prefix = home.sizes().tablePrefix();
        selectNext = session.statement("select d_next_o_id from " + prefix + "district where d_w_id = ? and d_id = ?");
        count = session.statement("select count(distinct s_i_id) from " + prefix + "order_line join "
                + prefix + "stock on s_i_id = ol_i_id where ol_w_id = ? and ol_d_id = ? and ol_o_id >= ?"
                + " and ol_o_id < ? and s_w_id = ? and s_quantity < ?");
    }

    @Override
    public void draw() {
        threshold = home.draw().between(10, 20);
    }

    @Override
    public long execute() throws SQLException {
        int next;
        try (ResultSet row =
                Terminal.bind(selectNext, home.warehouse(), home.district()).executeQuery()) {
            row.next();
            next = row.getInt(1);
        }
        PreparedStatement select = Terminal.bind(count, home.warehouse(), home.district(), next - ORDERS);
        select.setInt(4, next);
        select.setInt(5, home.warehouse());
        select.setInt(6, threshold);
        long low;
        try (ResultSet row = select.executeQuery()) {
            row.next();
            low = row.getLong(1);
        }
        session.commit();
        return low;
    }

    @Override
    public int statements() {
        return 2;
    }
}

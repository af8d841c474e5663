package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/**
 * The oldest order of each district of a warehouse that is not delivered is delivered (clause 2.7), at once and not in a
 * queue. Batched, each step is one statement or batch for all districts. Of two deliveries that find the same order the
 * one that is late begins anew: it deletes nothing, or, as not every database counts that right, finds a carrier.
 */
final class Delivery implements Terminal.Transaction {
    private static final int DISTRICTS = Sizes.DISTRICTS_OF_WAREHOUSE;

    private final Session session;
    private final Terminal.Home home;
    private final boolean isBatched;
    private final SessionStatement<PreparedStatement> selectOldest;
    private final SessionStatement<PreparedStatement> delete;
    private final SessionStatement<PreparedStatement> selectCustomer;
    private final SessionStatement<PreparedStatement> selectAmount;
    private final SessionStatement<PreparedStatement> selectAllOldest;
    private final SessionStatement<PreparedStatement> selectAll;
    private final SessionStatement<PreparedStatement> updateOrder;
    private final SessionStatement<PreparedStatement> updateLines;
    private final SessionStatement<PreparedStatement> updateCustomer;

    private int carrier;
    private int statements;
    private final int[] order = new int[DISTRICTS + 1];
    private final int[] customer = new int[DISTRICTS + 1];
    private final long[] amount = new long[DISTRICTS + 1];

    Delivery(Session session, Dialect dialect, Terminal.Home home, boolean isBatched) throws SQLException {
        this.session = session;
        this.home = home;
        this.isBatched = isBatched;
        String prefix = home.sizes().tablePrefix();
        String oldest = dialect.limit(
                "select no_o_id from " + prefix + "new_order where no_w_id = ? and no_d_id = ?"
                        + " order by no_w_id, no_d_id, no_o_id",
                1);
        String ofOrder = " where o_w_id = ? and o_d_id = ? and o_id = ?";
        String ofLines = " where ol_w_id = ? and ol_d_id = ? and ol_o_id = ?";
        String customerOfOrder = "select o_c_id from " + prefix + "orders" + ofOrder + " and o_carrier_id = 0";
        String amountOfLines = "select sum(ol_amount) from " + prefix + "order_line" + ofLines;
        selectOldest = session.statement(oldest);
        delete = session.statement(
                "delete from " + prefix + "new_order where no_w_id = ? and no_d_id = ? and no_o_id = ?");
        selectCustomer = session.statement(customerOfOrder);
        selectAmount = session.statement(amountOfLines);
        selectAllOldest = session.statement(ofAllDistricts(prefix, district -> "(" + oldest + ")"));
        selectAll = session.statement(
                ofAllDistricts(prefix, district -> "(" + customerOfOrder + "), (" + amountOfLines + ")"));
        updateOrder = session.statement("update " + prefix + "orders set o_carrier_id = ?" + ofOrder);
        updateLines = session.statement("update " + prefix + "order_line set ol_delivery_d = ?" + ofLines);
        updateCustomer = session.statement("update " + prefix + "customer set c_balance = c_balance + ?,"
                + " c_delivery_cnt = c_delivery_cnt + 1"
                + " where c_w_id = ? and c_d_id = ? and c_id = ?");
    }

    /** Returns a query of one row, with expressions of each district. */
    private static String ofAllDistricts(String prefix, IntFunction<String> expressions) {
        return "select "
                + IntStream.rangeClosed(1, DISTRICTS).mapToObj(expressions).collect(Collectors.joining(", "))
                + " from " + prefix + "warehouse where w_id = ?";
    }

    @Override
    public void draw() {
        carrier = home.draw().between(1, 10);
    }

    @Override
    public long execute() throws SQLException {
        long delivered = isBatched ? deliverAll() : deliverEach();
        statements = statements((int) delivered);
        session.commit();
        return delivered;
    }

    @Override
    public int statements() {
        return statements;
    }

    private int statements(int delivered) {
        if (isBatched) {
            return delivered == 0 ? 1 : 2 + 4 * delivered;
        }
        return DISTRICTS + 6 * delivered;
    }

    @Override
    public void clear() throws SQLException {
        Terminal.clear(delete);
        Terminal.clear(updateOrder);
        Terminal.clear(updateLines);
        Terminal.clear(updateCustomer);
    }

    private long deliverEach() throws SQLException {
        int delivered = 0;
        for (int district = 1; district <= DISTRICTS; district++) {
            order[district] = (int) number(Terminal.bind(selectOldest, home.warehouse(), district));
            if (order[district] > 0) {
                deliver(district);
                delivered++;
            }
        }
        return delivered;
    }

    private void deliver(int district) throws SQLException {
        int which = order[district];
        if (Terminal.bind(delete, home.warehouse(), district, which).executeUpdate() == 0) {
            throw late();
        }
        customer[district] = (int) number(Terminal.bind(selectCustomer, home.warehouse(), district, which));
        if (customer[district] == 0) {
            throw late();
        }
        bindOrder(updateOrder.get(), district).executeUpdate();
        bindLines(updateLines.get(), district, System.currentTimeMillis()).executeUpdate();
        amount[district] = number(Terminal.bind(selectAmount, home.warehouse(), district, which));
        bindCustomer(updateCustomer.get(), district).executeUpdate();
    }

    private static long number(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private long deliverAll() throws SQLException {
        int delivered = readOldest();
        if (delivered == 0) {
            return 0;
        }
        PreparedStatement batch = delete.get();
        for (int district = 1; district <= DISTRICTS; district++) {
            if (order[district] > 0) {
                Terminal.bind(delete, home.warehouse(), district, order[district])
                        .addBatch();
            }
        }
        if (Terminal.executeBatch(batch) > 0) {
            throw late();
        }
        readCustomersAndAmounts();
        long now = System.currentTimeMillis();
        PreparedStatement orders = updateOrder.get();
        PreparedStatement lines = updateLines.get();
        PreparedStatement customers = updateCustomer.get();
        for (int district = 1; district <= DISTRICTS; district++) {
            if (order[district] > 0) {
                bindOrder(orders, district).addBatch();
                bindLines(lines, district, now).addBatch();
                bindCustomer(customers, district).addBatch();
            }
        }
        orders.executeBatch();
        lines.executeBatch();
        customers.executeBatch();
        return delivered;
    }

    private int readOldest() throws SQLException {
        PreparedStatement select = selectAllOldest.get();
        int parameter = 1;
        for (int district = 1; district <= DISTRICTS; district++) {
            select.setInt(parameter++, home.warehouse());
            select.setInt(parameter++, district);
        }
        select.setInt(parameter, home.warehouse());
        int count = 0;
        try (ResultSet row = select.executeQuery()) {
            row.next();
            for (int district = 1; district <= DISTRICTS; district++) {
                order[district] = row.getInt(district);
                count += order[district] > 0 ? 1 : 0;
            }
        }
        return count;
    }

    private void readCustomersAndAmounts() throws SQLException {
        PreparedStatement select = selectAll.get();
        int parameter = 1;
        for (int each = 0; each < 2 * DISTRICTS; each++) {
            int district = each / 2 + 1;
            select.setInt(parameter++, home.warehouse());
            select.setInt(parameter++, district);
            select.setInt(parameter++, order[district]);
        }
        select.setInt(parameter, home.warehouse());
        try (ResultSet row = select.executeQuery()) {
            row.next();
            for (int district = 1; district <= DISTRICTS; district++) {
                customer[district] = row.getInt(2 * district - 1);
                amount[district] = row.getLong(2 * district);
                if (order[district] > 0 && customer[district] == 0) {
                    throw late();
                }
            }
        }
    }

    private PreparedStatement bindOrder(PreparedStatement update, int district) throws SQLException {
        update.setInt(1, carrier);
        update.setInt(2, home.warehouse());
        update.setInt(3, district);
        update.setInt(4, order[district]);
        return update;
    }

    private PreparedStatement bindLines(PreparedStatement update, int district, long now) throws SQLException {
        update.setLong(1, now);
        update.setInt(2, home.warehouse());
        update.setInt(3, district);
        update.setInt(4, order[district]);
        return update;
    }

    private PreparedStatement bindCustomer(PreparedStatement update, int district) throws SQLException {
        update.setLong(1, amount[district]);
        update.setInt(2, home.warehouse());
        update.setInt(3, district);
        update.setInt(4, customer[district]);
        return update;
    }

    private static SQLException late() {
        return new SQLTransactionRollbackException("another delivery has taken the order", "40001");
    }
}

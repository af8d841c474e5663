package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/**
 * A customer pays (clause 2.5), in 15 % of transactions one of another warehouse. Allocates a text for one with bad
 * credit.
 */
final class Payment implements Terminal.Transaction {
    private static final int REMOTE = 15;
    private static final int LONGEST_DATA = 500;
    private static final String WAREHOUSE = "w_name, w_street_1, w_street_2, w_city, w_state, w_zip";
    private static final String DISTRICT = "d_name, d_street_1, d_street_2, d_city, d_state, d_zip";

    private final Session session;
    private final Terminal.Home home;
    private final Customers customers;
    private final boolean isBatched;
    private final SessionStatement<PreparedStatement> updateWarehouse;
    private final SessionStatement<PreparedStatement> updateDistrict;
    private final SessionStatement<PreparedStatement> selectBoth;
    private final SessionStatement<PreparedStatement> selectWarehouse;
    private final SessionStatement<PreparedStatement> selectDistrict;
    private final SessionStatement<PreparedStatement> selectData;
    private final SessionStatement<PreparedStatement> updateCustomer;
    private final SessionStatement<PreparedStatement> updateBadCustomer;
    private final SessionStatement<PreparedStatement> insertHistory;
    private final StringBuilder text = new StringBuilder(2 * LONGEST_DATA);
    private final String[] warehouseNames = new String[Sizes.DISTRICTS_OF_WAREHOUSE + 1];
    private final String[] districtNames = new String[Sizes.DISTRICTS_OF_WAREHOUSE + 1];
    private final String[] histories = new String[Sizes.DISTRICTS_OF_WAREHOUSE + 1];

    private int district;
    private int warehouseOfCustomer;
    private int districtOfCustomer;
    private int amount;

    Payment(Session session, Terminal.Home home, Customers customers, boolean isBatched) throws SQLException {
        this.session = session;
        this.home = home;
        this.customers = customers;
        this.isBatched = isBatched;
        String prefix = home.sizes().tablePrefix();
        updateWarehouse = session.statement("update " + prefix + "warehouse set w_ytd = w_ytd + ? where w_id = ?");
        updateDistrict =
                session.statement("update " + prefix + "district set d_ytd = d_ytd + ? where d_w_id = ? and d_id = ?");
        selectBoth = session.statement("select " + DISTRICT + ", " + WAREHOUSE + " from " + prefix + "warehouse join "
                + prefix + "district on d_w_id = w_id where w_id = ? and d_id = ?");
        selectWarehouse = session.statement("select " + WAREHOUSE + " from " + prefix + "warehouse where w_id = ?");
        selectDistrict =
                session.statement("select " + DISTRICT + " from " + prefix + "district where d_w_id = ? and d_id = ?");
        String ofCustomer = " where c_w_id = ? and c_d_id = ? and c_id = ?";
        String update = "update " + prefix + "customer"
                + " set c_balance = c_balance - ?, c_ytd_payment = c_ytd_payment + ?, c_payment_cnt = c_payment_cnt + 1";
        selectData = session.statement("select c_data from " + prefix + "customer" + ofCustomer);
        updateCustomer = session.statement(update + ofCustomer);
        updateBadCustomer = session.statement(update + ", c_data = ?" + ofCustomer);
        insertHistory = session.statement("insert into " + prefix + "history"
                + " (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)"
                + " values (?, ?, ?, ?, ?, ?, ?, ?)");
    }

    @Override
    public void draw() {
        Draw draw = home.draw();
        district = home.anyDistrict();
        boolean isRemote = home.sizes().warehouses() > 1 && draw.isPercent(REMOTE);
        warehouseOfCustomer = isRemote ? home.otherWarehouse() : home.warehouse();
        districtOfCustomer = isRemote ? home.anyDistrict() : district;
        amount = draw.between(100, 500_000);
        customers.draw();
    }

    @Override
    public long execute() throws SQLException {
        Terminal.bind(updateWarehouse, amount, home.warehouse()).executeUpdate();
        Terminal.bind(updateDistrict, amount, home.warehouse(), district).executeUpdate();
        String history = isBatched ? readBoth() : readEach();
        int customer = customers.read(warehouseOfCustomer, districtOfCustomer);
        if (customers.isBad()) {
            updateCustomer(updateBadCustomer, customer, newData(customer));
        } else {
            updateCustomer(updateCustomer, customer, null);
        }
        PreparedStatement insert = Terminal.bind(insertHistory, warehouseOfCustomer, districtOfCustomer, customer);
        insert.setInt(4, home.warehouse());
        insert.setInt(5, district);
        insert.setLong(6, System.currentTimeMillis());
        insert.setLong(7, amount);
        insert.setString(8, history);
        insert.executeUpdate();
        session.commit();
        return amount;
    }

    @Override
    public int statements() {
        return (isBatched ? 6 : 7) + (customers.isBad() ? 1 : 0);
    }

    private String readBoth() throws SQLException {
        try (ResultSet row =
                Terminal.bind(selectBoth, home.warehouse(), district).executeQuery()) {
            row.next();
            return history(row.getString(7), row.getString(1));
        }
    }

    private String readEach() throws SQLException {
        PreparedStatement select = selectWarehouse.get();
        select.setInt(1, home.warehouse());
        String warehouse;
        try (ResultSet row = select.executeQuery()) {
            row.next();
            warehouse = row.getString(1);
        }
        try (ResultSet row =
                Terminal.bind(selectDistrict, home.warehouse(), district).executeQuery()) {
            row.next();
            return history(warehouse, row.getString(1));
        }
    }

    /** Returns the text of the history, the one before where the names are the same: no transaction changes them. */
    private String history(String warehouse, String districtName) {
        if (!warehouse.equals(warehouseNames[district]) || !districtName.equals(districtNames[district])) {
            warehouseNames[district] = warehouse;
            districtNames[district] = districtName;
            histories[district] = warehouse + "    " + districtName;
        }
        return histories[district];
    }

    /** Reads the text of a customer with bad credit and puts this payment before it. */
    private String newData(int customer) throws SQLException {
        text.setLength(0);
        text.append(customer).append(' ').append(districtOfCustomer).append(' ').append(warehouseOfCustomer);
        text.append(' ')
                .append(district)
                .append(' ')
                .append(home.warehouse())
                .append(' ')
                .append(amount)
                .append('|');
        try (ResultSet row = Terminal.bind(selectData, warehouseOfCustomer, districtOfCustomer, customer)
                .executeQuery()) {
            row.next();
            text.append(row.getString(1));
        }
        text.setLength(Math.min(LONGEST_DATA, text.length()));
        return text.toString();
    }

    /** @param data null to leave it as it is */
    private void updateCustomer(SessionStatement<PreparedStatement> update, int customer, String data)
            throws SQLException {
        PreparedStatement prepared = Terminal.bind(update, amount, amount);
        int next = 3;
        if (data != null) {
            prepared.setString(next++, data);
        }
        prepared.setInt(next++, warehouseOfCustomer);
        prepared.setInt(next++, districtOfCustomer);
        prepared.setInt(next, customer);
        prepared.executeUpdate();
    }
}

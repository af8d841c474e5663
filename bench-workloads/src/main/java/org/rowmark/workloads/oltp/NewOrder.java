package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/**
 * A customer orders 5 to 15 items (clause 2.4); an item that does not exist rolls back one in a hundred, when all else has
 * been read and written (clause 2.4.2.3). The district is updated first and read then, which locks it without a clause
 * that not every database has. Lines are in the order of their stocks, so that two transactions do not wait for each
 * other. Items and stocks are read by an outer join, as HSQLDB would begin an inner one with all stocks.
 */
final class NewOrder implements Terminal.Transaction {
    private static final int FEWEST = 5;
    private static final int MOST = 15;
    private static final int LEAST_STOCK = 10;
    private static final int REFILL = 91;
    private static final double ALL = 10_000;

    /** Positions of a line's supplying warehouse and item in a number by which lines are sorted. */
    private static final int SUPPLY_BITS = 40;

    private static final int ITEM_BITS = 8;

    private static final String READ = "i_id, i_price, i_name, i_data, s_quantity, s_data, s_dist_";
    private static final int FIRST_DIST = 3;

    private final Session session;
    private final Terminal.Home home;
    private final boolean isBatched;
    private final NuRand customers;
    private final NuRand items;

    private final SessionStatement<PreparedStatement> updateDistrict;
    private final SessionStatement<PreparedStatement> selectHeader;
    private final SessionStatement<PreparedStatement> selectCustomer;
    private final SessionStatement<PreparedStatement> selectWarehouse;
    private final SessionStatement<PreparedStatement> selectDistrict;
    private final SessionStatement<PreparedStatement> selectItem;
    private final SessionStatement<PreparedStatement> selectStock;
    private final List<SessionStatement<PreparedStatement>> selectItemsAndStocks = new ArrayList<>();
    private final SessionStatement<PreparedStatement> insertOrder;
    private final SessionStatement<PreparedStatement> insertNewOrder;
    private final SessionStatement<PreparedStatement> insertLine;
    private final SessionStatement<PreparedStatement> updateStock;

    private int district;
    private int customer;
    private int lines;
    private int local;
    private final long[] sorted = new long[MOST];
    private final int[] item = new int[MOST];
    private final int[] supply = new int[MOST];
    private final int[] quantity = new int[MOST];

    private int order;
    private int statements;
    private double rates;
    private final boolean[] exists = new boolean[MOST];
    private final long[] price = new long[MOST];
    private final boolean[] isOriginal = new boolean[MOST];
    private final String[] dist = new String[MOST];

    NewOrder(Session session, Terminal.Home home, boolean isBatched) throws SQLException {
        this.session = session;
        this.home = home;
        this.isBatched = isBatched;
        customers = home.sizes().customers(home.constants().customer());
        items = home.sizes().items(home.constants().item());
        String prefix = home.sizes().tablePrefix();
        updateDistrict = session.statement(
                "update " + prefix + "district set d_next_o_id = d_next_o_id + 1 where d_w_id = ? and d_id = ?");
        String ofCustomer = " where c_w_id = ? and c_d_id = ? and c_id = ?";
        selectHeader = session.statement("select c_discount, w_tax, d_tax, d_next_o_id, c_last, c_credit from "
                + prefix + "customer join " + prefix + "warehouse on w_id = c_w_id join "
                + prefix + "district on d_w_id = c_w_id and d_id = c_d_id" + ofCustomer);
        selectCustomer =
                session.statement("select c_discount, c_last, c_credit from " + prefix + "customer" + ofCustomer);
        selectWarehouse = session.statement("select w_tax from " + prefix + "warehouse where w_id = ?");
        selectDistrict = session.statement(
                "select d_tax, d_next_o_id from " + prefix + "district where d_w_id = ? and d_id = ?");
        selectItem = session.statement("select i_price, i_name, i_data from " + prefix + "item where i_id = ?");
        selectStock = session.statement("select s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04,"
                + " s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 from " + prefix + "stock"
                + " where s_w_id = ? and s_i_id = ?");
        if (isBatched) {
            String list = String.join(", ", Collections.nCopies(MOST, "?"));
            for (int i = 1; i <= Sizes.DISTRICTS_OF_WAREHOUSE; i++) {
                selectItemsAndStocks.add(
                        session.statement("select " + READ + String.format(Locale.ROOT, "%02d", i) + " from "
                                + prefix + "item left join " + prefix + "stock on s_w_id = ? and s_i_id = i_id"
                                + " where i_id in (" + list + ")"));
            }
        }
        insertOrder = session.statement("insert into " + prefix + "orders"
                + " (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_carrier_id, o_ol_cnt, o_all_local)"
                + " values (?, ?, ?, ?, ?, 0, ?, ?)");
        insertNewOrder =
                session.statement("insert into " + prefix + "new_order (no_w_id, no_d_id, no_o_id) values (?, ?, ?)");
        insertLine = session.statement("insert into " + prefix + "order_line"
                + " (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivery_d, ol_quantity, ol_amount,"
                + " ol_dist_info) values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)");
        updateStock = session.statement("update " + prefix + "stock"
                + " set s_quantity = case when s_quantity >= ? then s_quantity - ? else s_quantity + ? end,"
                + " s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ?"
                + " where s_w_id = ? and s_i_id = ?");
    }

    @Override
    public void draw() {
        Draw draw = home.draw();
        district = home.anyDistrict();
        customer = customers.draw(draw);
        lines = draw.between(FEWEST, MOST);
        boolean isUnused = draw.isPercent(1);
        for (int i = 0; i < lines; i++) {
            long number = isUnused && i == lines - 1 ? home.sizes().items() + 1 : items.draw(draw);
            long warehouse = draw.isPercent(1) ? home.otherWarehouse() : home.warehouse();
            sorted[i] = warehouse << SUPPLY_BITS | number << ITEM_BITS | draw.between(1, 10);
        }
        Arrays.sort(sorted, 0, lines);
        local = 0;
        for (int i = 0; i < lines; i++) {
            supply[i] = (int) (sorted[i] >> SUPPLY_BITS);
            item[i] = (int) (sorted[i] >> ITEM_BITS);
            quantity[i] = (int) sorted[i] & ((1 << ITEM_BITS) - 1);
            local += supply[i] == home.warehouse() ? 1 : 0;
        }
    }

    @Override
    public long execute() throws SQLException {
        statements = isBatched ? 4 : 6; // but for those of lines
        Terminal.bind(updateDistrict, home.warehouse(), district).executeUpdate();
        if (isBatched) {
            readHeader();
        } else {
            readHeaderInParts();
        }
        int found = readLines();
        insertOrder();
        long total = writeLines();
        if (found < lines) {
            session.rollBack();
            return ROLLED_BACK;
        }
        session.commit();
        return (long) (total * rates);
    }

    @Override
    public int statements() {
        return statements;
    }

    /** Writes the lines of items that exist, and their stocks; returns the sum of the amounts. */
    private long writeLines() throws SQLException {
        long total = 0;
        PreparedStatement insert = insertLine.get();
        for (int i = 0; i < lines; i++) {
            if (exists[i]) {
                total += quantity[i] * price[i] + (isOriginal[i] ? 1 : 0);
                addLine(insert, i);
                statements += 2;
            }
        }
        insert.executeBatch();
        PreparedStatement update = updateStock.get();
        for (int i = 0; i < lines; i++) {
            if (exists[i]) {
                addStock(update, i);
            }
        }
        update.executeBatch();
        return total;
    }

    @Override
    public void clear() throws SQLException {
        Terminal.clear(insertLine);
        Terminal.clear(updateStock);
    }

    private void readHeader() throws SQLException {
        try (ResultSet row = Terminal.bind(selectHeader, home.warehouse(), district, customer)
                .executeQuery()) {
            row.next();
            opened(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4));
        }
    }

    private void readHeaderInParts() throws SQLException {
        int discount;
        try (ResultSet row = Terminal.bind(selectCustomer, home.warehouse(), district, customer)
                .executeQuery()) {
            row.next();
            discount = row.getInt(1);
        }
        PreparedStatement select = selectWarehouse.get();
        select.setInt(1, home.warehouse());
        int tax;
        try (ResultSet row = select.executeQuery()) {
            row.next();
            tax = row.getInt(1);
        }
        try (ResultSet row =
                Terminal.bind(selectDistrict, home.warehouse(), district).executeQuery()) {
            row.next();
            opened(discount, tax, row.getInt(1), row.getInt(2));
        }
    }

    private void opened(int discount, int warehouseTax, int districtTax, int next) {
        rates = (1 - discount / ALL) * (1 + (warehouseTax + districtTax) / ALL);
        order = next - 1;
    }

    /** Reads items and stocks; returns how many items exist. */
    private int readLines() throws SQLException {
        Arrays.fill(exists, false);
        int found = isBatched && local > 0 ? readLocal() : 0;
        for (int i = 0; i < lines; i++) {
            if ((!isBatched || supply[i] != home.warehouse()) && readItem(i)) {
                readStock(i);
                found++;
            }
        }
        return found;
    }

    /** Reads items and stocks of this warehouse by one list, filled up by its last item; returns the number of lines. */
    private int readLocal() throws SQLException {
        PreparedStatement select = selectItemsAndStocks.get(district - 1).get();
        select.setInt(1, home.warehouse());
        int parameter = 2;
        int last = 0;
        for (int i = 0; i < lines; i++) {
            if (supply[i] == home.warehouse()) {
                last = item[i];
                select.setInt(parameter++, last);
            }
        }
        while (parameter <= MOST + 1) {
            select.setInt(parameter++, last);
        }
        int found = 0;
        statements++;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int number = row.getInt(1);
                for (int i = 0; i < lines; i++) {
                    if (item[i] == number && supply[i] == home.warehouse()) {
                        price[i] = row.getLong(2);
                        isOriginal[i] = isOriginal(row, 4) && isOriginal(row, 6);
                        dist[i] = row.getString(7);
                        exists[i] = true;
                        found++;
                    }
                }
            }
        }
        return found;
    }

    private boolean readItem(int line) throws SQLException {
        PreparedStatement select = selectItem.get();
        statements++;
        select.setInt(1, item[line]);
        try (ResultSet row = select.executeQuery()) {
            exists[line] = row.next();
            if (exists[line]) {
                price[line] = row.getLong(1);
                isOriginal[line] = isOriginal(row, 3);
            }
            return exists[line];
        }
    }

    private void readStock(int line) throws SQLException {
        statements++;
        try (ResultSet row =
                Terminal.bind(selectStock, supply[line], item[line]).executeQuery()) {
            row.next();
            isOriginal[line] &= isOriginal(row, 2);
            dist[line] = row.getString(FIRST_DIST + district - 1);
        }
    }

    private static boolean isOriginal(ResultSet row, int column) throws SQLException {
        return row.getString(column).contains(OltpRows.ORIGINAL);
    }

    private void insertOrder() throws SQLException {
        PreparedStatement insert = Terminal.bind(insertOrder, home.warehouse(), district, order);
        insert.setInt(4, customer);
        insert.setLong(5, System.currentTimeMillis());
        insert.setInt(6, lines);
        insert.setInt(7, local == lines ? 1 : 0);
        insert.executeUpdate();
        Terminal.bind(insertNewOrder, home.warehouse(), district, order).executeUpdate();
    }

    private void addLine(PreparedStatement insert, int line) throws SQLException {
        insert.setInt(1, home.warehouse());
        insert.setInt(2, district);
        insert.setInt(3, order);
        insert.setInt(4, line + 1);
        insert.setInt(5, item[line]);
        insert.setInt(6, supply[line]);
        insert.setInt(7, quantity[line]);
        insert.setLong(8, quantity[line] * price[line]);
        insert.setString(9, dist[line]);
        insert.addBatch();
    }

    private void addStock(PreparedStatement update, int line) throws SQLException {
        update.setInt(1, quantity[line] + LEAST_STOCK);
        update.setInt(2, quantity[line]);
        update.setInt(3, REFILL - quantity[line]);
        update.setInt(4, quantity[line]);
        update.setInt(5, supply[line] == home.warehouse() ? 0 : 1);
        update.setInt(6, supply[line]);
        update.setInt(7, item[line]);
        update.addBatch();
    }
}

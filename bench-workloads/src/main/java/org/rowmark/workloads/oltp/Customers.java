package org.rowmark.workloads.oltp;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;

/**
 * The choice of a customer, who is found by number, or in 60 % of transactions by last name: of those with the name, in
 * the order of first names, the one in the middle, rounded up.
 */
final class Customers {
    private static final int BY_NAME = 60;
    private static final String COLUMNS = "select c_id, c_credit, c_balance, c_first, c_middle, c_last, c_street_1,"
            + " c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit_lim, c_discount from ";

    private final String table;
    private final Draw draw;
    private final NuRand numbers;
    private final NuRand names;
    private final String[] lastNames;
    private final SessionStatement<PreparedStatement> byNumber;
    private final SessionStatement<PreparedStatement> byName;

    private int number;
    private String name;

    /** Those with the name. */
    private int[] found = new int[16];

    private boolean[] areBad = new boolean[16];
    private int chosen;

    Customers(Session session, Terminal.Home home) throws SQLException {
        table = home.sizes().tablePrefix() + "customer";
        draw = home.draw();
        numbers = home.sizes().customers(home.constants().customer());
        names = home.sizes().lastNames(home.constants().lastNameRun());
        lastNames = new String[home.sizes().lastNames()];
        Arrays.setAll(lastNames, NuRand::lastName);
        String select = COLUMNS + table + " where c_w_id = ? and c_d_id = ? and ";
        byNumber = session.statement(select + "c_id = ?");
        byName = session.statement(select + "c_last = ? order by c_first");
    }

    void draw() {
        if (draw.isPercent(BY_NAME)) {
            name = lastNames[names.draw(draw) - 1];
        } else {
            name = null;
            number = numbers.draw(draw);
        }
    }

    /** Reads the customer that was drawn; returns the number. */
    int read(int warehouse, int district) throws SQLException {
        PreparedStatement select;
        if (name == null) {
            select = Terminal.bind(byNumber, warehouse, district, number);
        } else {
            select = Terminal.bind(byName, warehouse, district);
            select.setString(3, name);
        }
        int count = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                    areBad = Arrays.copyOf(areBad, 2 * count);
                }
                found[count] = row.getInt(1);
                areBad[count++] = OltpRows.BAD_CREDIT.equals(row.getString(2));
            }
        }
        if (count == 0) {
            throw new IllegalStateException("table " + table + ": warehouse " + warehouse + ", district " + district
                    + ": there is no customer " + (name == null ? number : name));
        }
        chosen = (count - 1) / 2;
        return found[chosen];
    }

    /** Returns whether the customer that was read has bad credit. */
    boolean isBad() {
        return areBad[chosen];
    }
}

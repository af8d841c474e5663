package org.rowmark.workloads.oltp;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.util.Sql;

/** The consistency conditions 1 to 4 of TPC-C's clause 3.3.2. */
final class Consistency {
    private Consistency() {}

    /** Selects of each district what its orders, its open orders and its lines are; aggregates of nothing are 0. */
    private static String districts(String prefix) {
        return "select d_w_id, d_id, d_ytd, d_next_o_id,"
                + " (select max(o_id) from " + prefix + "orders where o_w_id = d_w_id and o_d_id = d_id),"
                + " (select sum(o_ol_cnt) from " + prefix + "orders where o_w_id = d_w_id and o_d_id = d_id),"
                + " (select min(no_o_id) from " + prefix + "new_order where no_w_id = d_w_id and no_d_id = d_id),"
                + " (select max(no_o_id) from " + prefix + "new_order where no_w_id = d_w_id and no_d_id = d_id),"
                + " (select count(*) from " + prefix + "new_order where no_w_id = d_w_id and no_d_id = d_id),"
                + " (select count(*) from " + prefix + "order_line where ol_w_id = d_w_id and ol_d_id = d_id) from "
                + prefix + "district order by d_w_id, d_id";
    }

    /** A district and what belongs to it. */
    private record District(
            int warehouse,
            int number,
            long ytd,
            long next,
            long lastOrder,
            long linesOfOrders,
            long firstNew,
            long lastNew,
            long countOfNew,
            long lines) {

        private Optional<String> violation() {
            if (next - 1 != lastOrder) {
                return violation(2, "d_next_o_id - 1", next - 1, "max(o_id)", lastOrder);
            }
            if (countOfNew > 0 && lastNew != lastOrder) {
                return violation(2, "max(o_id)", lastOrder, "max(no_o_id)", lastNew);
            }
            if (countOfNew > 0 && lastNew - firstNew + 1 != countOfNew) {
                return violation(
                        3, "max(no_o_id) - min(no_o_id) + 1", lastNew - firstNew + 1, "count of new_order", countOfNew);
            }
            return linesOfOrders == lines
                    ? Optional.empty()
                    : violation(4, "sum(o_ol_cnt)", linesOfOrders, "count of order_line", lines);
        }

        private Optional<String> violation(int condition, String left, long one, String right, long other) {
            return Consistency.violation(
                    condition, "warehouse " + warehouse + ", district " + number, left, one, right, other);
        }
    }

    /** Finds the first violation, in one line with both numbers; empty if there is none. */
    static Optional<String> violation(Connection connection, Sizes sizes) throws SQLException {
        String prefix = sizes.tablePrefix();
        Map<Integer, Long> ofDistricts = new HashMap<>();
        List<String> found = new ArrayList<>();
        for (District district : Sql.rows(connection, districts(prefix), Consistency::district)) {
            ofDistricts.merge(district.warehouse, district.ytd, Long::sum);
            district.violation().ifPresent(found::add);
        }
        Sql.rows(connection, "select w_id, w_ytd from " + prefix + "warehouse order by w_id", row -> {
                    int warehouse = row.getInt(1);
                    long sum = ofDistricts.getOrDefault(warehouse, 0L);
                    return row.getLong(2) == sum
                            ? Optional.<String>empty()
                            : violation(1, "warehouse " + warehouse, "w_ytd", row.getLong(2), "sum(d_ytd)", sum);
                })
                .forEach(each -> each.ifPresent(found::add));
        return found.stream().findFirst();
    }

    private static District district(ResultSet row) throws SQLException {
        return new District(
                row.getInt(1),
                row.getInt(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10));
    }

    private static Optional<String> violation(
            int condition, String where, String left, long one, String right, long other) {
        return Optional.of("consistency condition " + condition + " of TPC-C's clause 3.3.2 is violated, " + where
                + ": " + left + " is " + one + ", and " + right + " is " + other);
    }
}

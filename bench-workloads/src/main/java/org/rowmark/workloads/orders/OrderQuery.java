package org.rowmark.workloads.orders;

import static org.rowmark.workloads.orders.OrderData.CUSTOMERS;
import static org.rowmark.workloads.orders.OrderData.LINES;
import static org.rowmark.workloads.orders.OrderData.ORDERS;
import static org.rowmark.workloads.orders.OrderData.PRODUCTS;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.DataGenerator;

/**
 * The queries, in the order of a pass. Each returns one row of whole numbers: a count and checksums of what it found, so
 * that no time is spent on fetching.
 *
 * @param name as in the report, where it is a phase of the pass
 * @param statements one, or several whose numbers are added up
 */
public record OrderQuery(String name, List<String> statements) {
    static final int FIRST_DAY = 700;
    static final int LAST_DAY = 1_059;
    static final String COUNTRY = "FR";
    static final int PRIORITY = 3;
    static final int DISCOUNT = 7;

    private static final int POINT_STATEMENTS = 20;

    /** Some databases take no more than 1,500 values in a list. */
    private static final int POINTS = 1_000;

    private static final long POINTS_SEED = 7;

    /** Returns the queries on the data; {@link Dialect#limit} is all in which they differ between databases. */
    static List<OrderQuery> all(OrderData data, Dialect dialect) {
        return List.of(
                query(
                        "1-scan",
                        "select count(*), sum(quantity), sum(price * quantity * (100 - discount)), max(price)"
                                + " from " + LINES),
                query(
                        "2-range",
                        "select count(*), sum(total), min(id) from " + ORDERS + " where order_day between " + FIRST_DAY
                                + " and " + LAST_DAY),
                new OrderQuery(
                        "3-points",
                        IntStream.range(0, POINT_STATEMENTS)
                                .mapToObj(statement -> "select count(*), sum(price), sum(quantity) from " + LINES
                                        + " where id in (" + listed(points(data, statement)) + ")")
                                .toList()),
                query(
                        "4-join",
                        "select count(*), sum(o.total), sum(c.balance) from " + ORDERS + " o join " + CUSTOMERS
                                + " c on c.id = o.customer_id where o.order_day between " + FIRST_DAY + " and "
                                + LAST_DAY
                                + " and c.country = '" + COUNTRY + "'"),
                query(
                        "5-join-four",
                        "select count(*), sum(g.revenue), min(g.revenue), max(g.revenue) from ("
                                + "select c.country, p.category, sum(l.price * l.quantity) as revenue from " + LINES
                                + " l join " + ORDERS + " o on o.id = l.order_id join " + CUSTOMERS
                                + " c on c.id = o.customer_id join " + PRODUCTS
                                + " p on p.id = l.product_id where l.id <= "
                                + lastGroupedLine(data) + " group by c.country, p.category) g"),
                query("6-join-or", linesOfOrders(linesWhere(highPriority() + " or " + discounted()))),
                query("6-union", linesOfOrders(linesWhere(highPriority()) + " union " + linesWhere(discounted()))),
                query(
                        "7-sort",
                        "select count(*), sum(s.id), sum(s.total), min(s.total) from ("
                                + dialect.limit(
                                        "select id, total, order_day from " + ORDERS + " order by total desc, id",
                                        sortedOrders(data))
                                + ") s"));
    }

    private static OrderQuery query(String name, String statement) {
        return new OrderQuery(name, List.of(statement));
    }

    private static String linesOfOrders(String lines) {
        return "select count(*), sum(x.id), sum(x.price) from (" + lines + ") x";
    }

    private static String linesWhere(String condition) {
        return "select l.id, l.price from " + LINES + " l join " + ORDERS + " o on o.id = l.order_id where "
                + condition;
    }

    private static String highPriority() {
        return "o.priority = " + PRIORITY;
    }

    private static String discounted() {
        return "l.discount = " + DISCOUNT;
    }

    private static String listed(SortedSet<Long> keys) {
        return keys.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns all keys of lines that the third query reads: each as often as there are statements with it. */
    static List<Long> points(OrderData data) {
        return IntStream.range(0, POINT_STATEMENTS)
                .boxed()
                .flatMap(statement -> points(data, statement).stream())
                .toList();
    }

    private static SortedSet<Long> points(OrderData data, int statement) {
        DataGenerator random = new DataGenerator(POINTS_SEED + statement);
        SortedSet<Long> keys = new TreeSet<>();
        for (int i = 0; i < POINTS; i++) {
            keys.add(1 + random.integer(i) % data.lines());
        }
        return keys;
    }

    /** Returns the last key of the lines that the fifth query groups, a thirty-second of all. */
    static long lastGroupedLine(OrderData data) {
        return Math.max(1, data.lines() / 32);
    }

    /** Returns how many orders the seventh query returns in order: half of all, so that sorting all is best. */
    static long sortedOrders(OrderData data) {
        return data.orders() / 2;
    }
}

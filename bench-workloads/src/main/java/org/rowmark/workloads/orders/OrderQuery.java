package org.rowmark.workloads.orders;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.data.DataGenerator;
import org.rowmark.db.Dialect;

/**
 * The queries, in the order of a pass. Each returns one row of whole numbers: a count and checksums of what it found, so
 * that no time is spent on fetching. They are the same for all databases, but for the limit of the sort.
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

    private static final String SCAN = """
            select count(*), sum(quantity), sum(price * quantity * (100 - discount)), max(price)
            from rowmark_lines""";

    private static final String RANGE = """
            select count(*), sum(total), min(id)
            from rowmark_orders
            where order_day between %s and %s""";

    private static final String POINTS = """
            select count(*), sum(price), sum(quantity)
            from rowmark_lines
            where id in (%s)""";

    private static final String JOIN = """
            select count(*), sum(o.total), sum(c.balance)
            from rowmark_orders o
            join rowmark_customers c on c.id = o.customer_id
            where o.order_day between %s and %s and c.country = '%s'""";

    private static final String JOIN_OF_FOUR = """
            select count(*), sum(g.revenue), min(g.revenue), max(g.revenue)
            from (select c.country, p.category, sum(l.price * l.quantity) as revenue
                from rowmark_lines l
                join rowmark_orders o on o.id = l.order_id
                join rowmark_customers c on c.id = o.customer_id
                join rowmark_products p on p.id = l.product_id
                where l.id <= %s
                group by c.country, p.category) g""";

    private static final String LINES_WHERE = """
            select l.id, l.price
            from rowmark_lines l
            join rowmark_orders o on o.id = l.order_id
            where %s""";

    private static final String SUM_OF_LINES = """
            select count(*), sum(x.id), sum(x.price)
            from (%s) x""";

    /** Without the limit a database would leave out the order, which has no effect on the sum. */
    private static final String SORTED = "select id, total, order_day from rowmark_orders order by total desc, id";

    private static final String SUM_OF_SORTED = """
            select count(*), sum(s.id), sum(s.total), min(s.total)
            from (%s) s""";

    private static final int POINT_STATEMENTS = 20;

    /** Some databases take no more than 1,500 values in a list. */
    private static final int KEYS = 1_000;

    private static final long KEYS_SEED = 7;

    /** Returns the queries on the data. */
    static List<OrderQuery> all(OrderData data, Dialect dialect) {
        String ofPriority = "o.priority = " + PRIORITY;
        String ofDiscount = "l.discount = " + DISCOUNT;
        String either = LINES_WHERE.formatted(ofPriority + " or " + ofDiscount);
        String union = LINES_WHERE.formatted(ofPriority) + "\nunion\n" + LINES_WHERE.formatted(ofDiscount);
        return List.of(
                query("1-scan", SCAN),
                query("2-range", RANGE, FIRST_DAY, LAST_DAY),
                new OrderQuery(
                        "3-points",
                        IntStream.range(0, POINT_STATEMENTS)
                                .mapToObj(statement -> POINTS.formatted(listed(keys(data, statement))))
                                .toList()),
                query("4-join", JOIN, FIRST_DAY, LAST_DAY, COUNTRY),
                query("5-join-four", JOIN_OF_FOUR, lastGroupedLine(data)),
                query("6-join-or", SUM_OF_LINES, either),
                query("6-union", SUM_OF_LINES, union),
                query("7-sort", SUM_OF_SORTED, dialect.limit(SORTED, sortedOrders(data))));
    }

    private static OrderQuery query(String name, String statement, Object... values) {
        return new OrderQuery(name, List.of(String.format(Locale.ROOT, statement, values)));
    }

    private static String listed(SortedSet<Long> keys) {
        return keys.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Returns all keys of lines that the third query reads, each as often as there are statements with it. */
    static List<Long> keys(OrderData data) {
        return IntStream.range(0, POINT_STATEMENTS)
                .boxed()
                .flatMap(statement -> keys(data, statement).stream())
                .toList();
    }

    private static SortedSet<Long> keys(OrderData data, int statement) {
        DataGenerator random = new DataGenerator(KEYS_SEED + statement);
        SortedSet<Long> keys = new TreeSet<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(1 + random.integer(i) % data.lines());
        }
        return keys;
    }

    /** Returns the last key of the lines that the fifth query groups, a thirty-second of all. */
    static long lastGroupedLine(OrderData data) {
        return Math.max(1, data.lines() / 32);
    }

    /** Returns how many orders the seventh query takes in order: half of all, so many that all must be sorted. */
    static long sortedOrders(OrderData data) {
        return data.orders() / 2;
    }
}

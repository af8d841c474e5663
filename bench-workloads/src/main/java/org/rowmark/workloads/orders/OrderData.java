package org.rowmark.workloads.orders;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.db.RowSource;

/**
 * Customers, products, orders and the lines of each order, about 4 GB in InnoDB at scale 1: pure functions of a seed and
 * a key, and the same for the same scale in every run, so that loaded data can be used again.
 *
 * <p>Numbers are whole; those that are added up are bigints, and no sum reaches 2<sup>63</sup>. Texts are ASCII, and of
 * them only country codes of capital letters are compared. So no answer depends on rounding or on a collation.
 */
public final class OrderData {
    static final String CUSTOMERS = "rowmark_customers";
    static final String PRODUCTS = "rowmark_products";
    static final String ORDERS = "rowmark_orders";
    static final String LINES = "rowmark_lines";

    static final List<String> COUNTRIES = List.of(
            "AT", "BE", "BR", "CA", "CH", "CN", "DE", "DK", "ES", "FI", "FR", "GB", "IN", "IT", "JP", "NL", "NO", "PL",
            "SE", "US");

    /** Days on which orders are placed, from 0: seven years of 360. */
    static final int DAYS = 2_520;

    static final int CATEGORIES = 25;
    static final int PRIORITIES = 50;
    static final int DISCOUNTS = 20;

    /** Raised whenever a row changes, as loaded rows are then of other data. */
    private static final int GENERATOR = 1;

    private static final long SEED = 20161206;
    private static final int LINES_PER_ORDER = 4;
    private static final long LEAST_ROWS = 10;

    /** The generators of the columns whose values queries depend on, and of the others. */
    private static final DataGenerator COUNTRY = new DataGenerator(SEED);

    private static final DataGenerator BALANCE = new DataGenerator(SEED + 1);
    private static final DataGenerator CATEGORY = new DataGenerator(SEED + 2);
    private static final DataGenerator CUSTOMER = new DataGenerator(SEED + 3);
    private static final DataGenerator DAY = new DataGenerator(SEED + 4);
    private static final DataGenerator PRIORITY = new DataGenerator(SEED + 5);
    private static final DataGenerator TOTAL = new DataGenerator(SEED + 6);
    private static final DataGenerator PRODUCT = new DataGenerator(SEED + 7);
    private static final DataGenerator QUANTITY = new DataGenerator(SEED + 8);
    private static final DataGenerator PRICE = new DataGenerator(SEED + 9);
    private static final DataGenerator DISCOUNT = new DataGenerator(SEED + 10);
    private static final DataGenerator OTHER = new DataGenerator(SEED + 11);

    private final double scale;

    /** @param scale 1 for the published size */
    public OrderData(double scale) {
        this.scale = scale;
    }

    long customers() {
        return rows(500_000);
    }

    long products() {
        return rows(100_000);
    }

    long orders() {
        return rows(7_500_000);
    }

    long lines() {
        return LINES_PER_ORDER * orders();
    }

    private long rows(long atScaleOne) {
        return Math.max(LEAST_ROWS, Math.round(atScaleOne * scale));
    }

    String country(long customer) {
        return COUNTRIES.get(COUNTRY.integer(customer) % COUNTRIES.size());
    }

    long balance(long customer) {
        return BALANCE.integer(customer) % 1_000_000L;
    }

    int category(long product) {
        return CATEGORY.integer(product) % CATEGORIES;
    }

    long customerOf(long order) {
        return 1 + CUSTOMER.integer(order) % customers();
    }

    int day(long order) {
        return DAY.integer(order) % DAYS;
    }

    int priority(long order) {
        return PRIORITY.integer(order) % PRIORITIES;
    }

    long total(long order) {
        return TOTAL.integer(order) % 1_000_000L;
    }

    long orderOf(long line) {
        return 1 + (line - 1) / LINES_PER_ORDER;
    }

    long productOf(long line) {
        return 1 + PRODUCT.integer(line) % products();
    }

    long quantity(long line) {
        return 1 + QUANTITY.integer(line) % 50L;
    }

    long price(long line) {
        return 100 + PRICE.integer(line) % 100_000L;
    }

    int discount(long line) {
        return DISCOUNT.integer(line) % DISCOUNTS;
    }

    /** Returns the tables with their rows. */
    public List<DataSet> dataSets(Dialect dialect) {
        String bigint = dialect.bigintType();
        String integer = dialect.integerType();
        return List.of(
                dataSet(
                        CUSTOMERS,
                        columns(
                                "id", bigint,
                                "country", dialect.textType(2),
                                "balance", bigint,
                                "name", dialect.textType(40),
                                "address", dialect.textType(100)),
                        customers(),
                        key -> new Object[] {key, country(key), balance(key), OTHER.text(key, 24), OTHER.text(-key, 80)
                        }),
                dataSet(
                        PRODUCTS,
                        columns(
                                "id",
                                bigint,
                                "category",
                                integer,
                                "name",
                                dialect.textType(40),
                                "description",
                                dialect.textType(200)),
                        products(),
                        key -> new Object[] {key, category(key), OTHER.text(key, 30), OTHER.text(-key, 180)}),
                dataSet(
                        ORDERS,
                        columns(
                                "id", bigint,
                                "customer_id", bigint,
                                "order_day", integer,
                                "priority", integer,
                                "total", bigint,
                                "clerk", dialect.textType(40)),
                        orders(),
                        key -> new Object[] {
                            key, customerOf(key), day(key), priority(key), total(key), OTHER.text(key, 32)
                        }),
                dataSet(
                        LINES,
                        columns(
                                "id", bigint,
                                "order_id", bigint,
                                "product_id", bigint,
                                "quantity", bigint,
                                "price", bigint,
                                "discount", integer,
                                "note", dialect.textType(40)),
                        lines(),
                        key -> new Object[] {
                            key,
                            orderOf(key),
                            productOf(key),
                            quantity(key),
                            price(key),
                            discount(key),
                            OTHER.text(key, 30)
                        }));
    }

    /** @param namesAndTypes of the columns in turn */
    private static Map<String, String> columns(String... namesAndTypes) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.put(namesAndTypes[i], namesAndTypes[i + 1]);
        }
        return columns;
    }

    private DataSet dataSet(String name, Map<String, String> columns, long rows, RowSource.Row row) {
        Table table = new Table(name, List.copyOf(columns.keySet()), List.copyOf(columns.values()));
        String fingerprint =
                "orders, generator " + GENERATOR + ", rows " + rows + " for " + orders() + " orders, seed " + SEED;
        return new DataSet(table, rows, fingerprint, row);
    }
}

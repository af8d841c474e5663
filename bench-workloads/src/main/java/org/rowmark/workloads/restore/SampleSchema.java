package org.rowmark.workloads.restore;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.data.DataGenerator;
import org.rowmark.db.Dialect;
import org.rowmark.workloads.restore.SampleTable.Column;
import org.rowmark.workloads.restore.SampleTable.Index;
import org.rowmark.workloads.restore.SampleTable.Index.Kind;
import org.rowmark.workloads.restore.SampleTable.Reference;

/**
 * The tables of the generated database: the orders of a shop, which are narrow and many, and tables of other shapes:
 * texts, mostly nulls, large objects, wide rows. The same rows for the same scale on every machine and database.
 *
 * <p>The numbers of rows are those at which scale 1 is, on Firebird, a backup of about 1.5 GB, a database of about 3.9 GB
 * and a fifth of it in indexes, as in the study that was published. Half of such a ratio comes from narrow rows, of which
 * each takes some 50 bytes beyond its values on a page, half from long columns that are mostly null.
 */
final class SampleSchema {
    /** Raised whenever a row or an index changes, as older backups are then of another database. */
    static final int VERSION = 3;

    private static final long SEED = 20090601;
    private static final LocalDateTime FIRST = LocalDateTime.of(2000, 1, 1, 13, 0);
    private static final int DAYS = 10 * 365;
    private static final int MINUTES = 8 * 60;
    private static final int REMARKS = 10;
    private static final int REMARK = 600;
    private static final int SHORTEST_DOCUMENT = 2_000;
    private static final int LONGEST_DOCUMENT = 10_000;
    private static final int BODY = 1_500;

    private final Dialect dialect;
    private final double scale;

    SampleSchema(Dialect dialect, double scale) {
        this.dialect = dialect;
        this.scale = scale;
    }

    /** All tables, each after those that it refers to. */
    List<SampleTable> all() {
        return List.of(customers(), products(), orders(), orderLines(), inspections(), documents(), articles());
    }

    private SampleTable customers() {
        DataGenerator values = new DataGenerator(SEED);
        return new SampleTable(
                "customers",
                List.of(
                        integer("id"),
                        text("code", 12),
                        text("name", 40),
                        text("country", 2),
                        text("city", 20),
                        new Column("since", dialect.timestampType() + " not null"),
                        new Column("balance", dialect.bigintType() + " not null"),
                        new Column("remark", dialect.textType(100))),
                customerCount(),
                key -> new Object[] {
                    (int) key,
                    "C" + scattered(key, customerCount()),
                    values.text(key, 12 + (int) (key % 20)),
                    country(values.integer(key)),
                    values.text(values.integer(key) % 5_000, 10),
                    moment(values.integer(-key)),
                    (long) values.integer(key + 7) % 1_000_000,
                    key % 10 == 0 ? values.text(-key, 80) : null
                },
                List.of(
                        new Index("ux_customers_code", Kind.UNIQUE, "code"),
                        new Index("ix_customers_name", Kind.PLAIN, "name"),
                        new Index("ix_customers_place", Kind.PLAIN, "country, city")),
                List.of(),
                false);
    }

    private SampleTable products() {
        DataGenerator values = new DataGenerator(SEED + 1);
        return new SampleTable(
                "products",
                List.of(
                        integer("id"),
                        text("sku", 20),
                        text("title", 60),
                        integer("price"),
                        new Column("description", dialect.clobType() + " not null")),
                productCount(),
                key -> new Object[] {
                    (int) key,
                    values.text(key, 8) + key,
                    values.text(-key, 50),
                    values.integer(key) % 100_000,
                    values.text(key + 3, 200 + (int) (key % 800))
                },
                List.of(
                        new Index("ux_products_sku", Kind.UNIQUE, "sku"),
                        new Index("ix_products_title", Kind.PLAIN, "title")),
                List.of(),
                true);
    }

    private SampleTable orders() {
        DataGenerator values = new DataGenerator(SEED + 2);
        return new SampleTable(
                "orders",
                List.of(
                        integer("id"),
                        integer("customer"),
                        new Column("ordered", dialect.timestampType() + " not null"),
                        integer("status"),
                        new Column("total", dialect.bigintType() + " not null")),
                orderCount(),
                key -> new Object[] {
                    (int) key,
                    1 + (int) (values.integer(key) % customerCount()),
                    moment(values.integer(-key)),
                    values.integer(key + 5) % 8,
                    (long) values.integer(key + 9) % 10_000_000
                },
                List.of(
                        new Index("ix_orders_ordered", Kind.DESCENDING, "ordered"),
                        new Index("ix_orders_status", Kind.PLAIN, "status, customer")),
                List.of(new Reference("fk_orders_customer", "customer", "customers")),
                false);
    }

    private SampleTable orderLines() {
        DataGenerator values = new DataGenerator(SEED + 3);
        return new SampleTable(
                "order_lines",
                List.of(integer("id"), integer("ordering"), integer("product"), integer("quantity"), integer("price")),
                lineCount(),
                key -> new Object[] {
                    (int) key,
                    1 + (int) ((key - 1) * orderCount() / lineCount()),
                    1 + (int) (values.integer(key) % productCount()),
                    1 + values.integer(-key) % 20,
                    values.integer(key + 3) % 100_000
                },
                List.of(
                        new Index("ix_lines_product", Kind.PLAIN, "product, price"),
                        new Index("ix_lines_price", Kind.DESCENDING, "price")),
                List.of(
                        new Reference("fk_lines_ordering", "ordering", "orders"),
                        new Reference("fk_lines_product", "product", "products")),
                false);
    }

    /** Inspections with about one remark each, all other remarks being null. */
    private SampleTable inspections() {
        DataGenerator values = new DataGenerator(SEED + 4);
        List<Column> columns = new ArrayList<>(
                List.of(integer("id"), integer("machine"), new Column("taken", dialect.timestampType() + " not null")));
        for (int i = 1; i <= REMARKS; i++) {
            columns.add(new Column("remark" + i, dialect.textType(REMARK)));
        }
        return new SampleTable(
                "inspections",
                columns,
                scaled(6_500_000),
                key -> {
                    Object[] row = new Object[3 + REMARKS];
                    row[0] = (int) key;
                    row[1] = values.integer(key) % 1_000;
                    row[2] = moment(key);
                    for (int i = 0; i < REMARKS; i++) {
                        int random = values.integer(-key * REMARKS - i);
                        row[3 + i] = random % REMARKS == 0 ? values.text(random, 4 + random / REMARKS % 12) : null;
                    }
                    return row;
                },
                List.of(new Index("ix_inspections_machine", Kind.PLAIN, "machine, taken")),
                List.of(),
                false);
    }

    private SampleTable documents() {
        DataGenerator values = new DataGenerator(SEED + 5);
        return new SampleTable(
                "documents",
                List.of(
                        integer("id"),
                        integer("customer"),
                        integer("kind"),
                        new Column("content", dialect.blobType() + " not null")),
                scaled(22_000),
                key -> new Object[] {
                    (int) key,
                    1 + (int) (values.integer(key) % customerCount()),
                    values.integer(-key) % 30,
                    values.text(
                                    key,
                                    SHORTEST_DOCUMENT
                                            + values.integer(key + 1) % (LONGEST_DOCUMENT - SHORTEST_DOCUMENT))
                            .getBytes(StandardCharsets.US_ASCII)
                },
                List.of(new Index("ix_documents_kind", Kind.PLAIN, "kind")),
                List.of(new Reference("fk_documents_customer", "customer", "customers")),
                true);
    }

    private SampleTable articles() {
        DataGenerator values = new DataGenerator(SEED + 6);
        return new SampleTable(
                "articles",
                List.of(integer("id"), text("author", 30), text("summary", 400), text("body", BODY)),
                scaled(60_000),
                key -> new Object[] {
                    (int) key,
                    values.text(values.integer(key) % 2_000, 20),
                    values.text(-key, 100 + (int) (key % 300)),
                    values.text(key + 11, BODY)
                },
                List.of(new Index("ix_articles_author", Kind.PLAIN, "author")),
                List.of(),
                false);
    }

    /** Returns a moment of an afternoon, when clocks are put forward nowhere: other times do not exist everywhere. */
    private static LocalDateTime moment(long number) {
        return FIRST.plusDays(number / MINUTES % DAYS).plusMinutes(number % MINUTES);
    }

    private Column integer(String name) {
        return new Column(name, dialect.integerType() + " not null");
    }

    private Column text(String name, int length) {
        return new Column(name, dialect.textType(length) + " not null");
    }

    private long customerCount() {
        return scaled(700_000);
    }

    private long productCount() {
        return scaled(60_000);
    }

    private long orderCount() {
        return scaled(3_800_000);
    }

    private long lineCount() {
        return scaled(17_500_000);
    }

    private long scaled(long rows) {
        return Math.max(10, Math.round(rows * scale));
    }

    private static String country(int value) {
        return "" + (char) ('A' + value % 26) + (char) ('A' + value / 26 % 3);
    }

    /** Numbers from 0 to count-1 in another order: count and the prime have no common divisor. */
    private static long scattered(long key, long count) {
        long prime = 1_000_003;
        return key * prime % count;
    }
}

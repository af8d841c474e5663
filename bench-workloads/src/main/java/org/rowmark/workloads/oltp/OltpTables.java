package org.rowmark.workloads.oltp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.db.RowSource;

/**
 * The nine tables, with TPC-C's columns and keys. Money is in cents, rates are in 1/10,000, dates in milliseconds since
 * 1970, so that nothing depends on rounding or a time zone; 0 is no date and no carrier.
 */
final class OltpTables {
    static final String ITEM = "item";

    private static final String ADDRESS = "street_1 20, street_2 20, city 20, state 2, zip 9, ";

    /** Raised whenever a row changes, as loaded rows are then of other data. */
    private static final int GENERATOR = 2;

    private final Dialect dialect;
    private final Sizes sizes;
    private final OltpRows rows;
    private final String fingerprint;

    OltpTables(Dialect dialect, Sizes sizes, long seed) {
        this.dialect = dialect;
        this.sizes = sizes;
        this.rows = new OltpRows(sizes, seed);
        fingerprint =
                "oltp, generator " + GENERATOR + ", " + sizes.toString().toLowerCase(Locale.ROOT) + ", seed " + seed;
    }

    /** Returns the condition that every row of the history meets, by a key where servers want one. */
    String anyOfHistory() {
        return dialect.rowNumber().map(column -> column + " > 0").orElse("1 = 1");
    }

    OltpRows rows() {
        return rows;
    }

    /** Returns the tables; the history has no primary key, as in TPC-C, but for what servers want. */
    List<DataSet> dataSets() {
        long districts = sizes.districts();
        long customers = districts * sizes.customers();
        return List.of(
                data(ITEM, 1, "i_", "id int, im_id int, name 24, price big, data 50", "", sizes.items(), rows::item),
                data(
                        "warehouse",
                        1,
                        "w_",
                        "id int, name 10, " + ADDRESS + "tax int, ytd big",
                        "",
                        sizes.warehouses(),
                        rows::warehouse),
                data(
                        "district",
                        2,
                        "d_",
                        "w_id int, id int, name 10, " + ADDRESS + "tax int, ytd big, next_o_id int",
                        "",
                        districts,
                        rows::district),
                data(
                        "customer",
                        3,
                        "c_",
                        "w_id int, d_id int, id int, first 16, middle 2, last 16, " + ADDRESS
                                + "phone 16, since big, credit 2, credit_lim big, discount int, balance big,"
                                + " ytd_payment big, payment_cnt int, delivery_cnt int, data 500",
                        "w_id, d_id, last, first",
                        customers,
                        rows::customer),
                data(
                        "stock",
                        2,
                        "s_",
                        "w_id int, i_id int, quantity int, loaded_quantity int, "
                                + IntStream.rangeClosed(1, Sizes.DISTRICTS_OF_WAREHOUSE)
                                        .mapToObj(district -> String.format(Locale.ROOT, "dist_%02d 24, ", district))
                                        .collect(Collectors.joining())
                                + "ytd big, order_cnt int, remote_cnt int, data 50",
                        "",
                        (long) sizes.warehouses() * sizes.items(),
                        rows::stock),
                data(
                        "orders",
                        3,
                        "o_",
                        "w_id int, d_id int, id int, c_id int, entry_d big, carrier_id int, ol_cnt int, all_local int",
                        "w_id, d_id, c_id, id",
                        customers,
                        rows::order),
                data(
                        "new_order",
                        3,
                        "no_",
                        "w_id int, d_id int, o_id int",
                        "",
                        districts * sizes.undelivered(),
                        rows::newOrder),
                data(
                        "order_line",
                        4,
                        "ol_",
                        "w_id int, d_id int, o_id int, number int, i_id int, supply_w_id int, delivery_d big,"
                                + " quantity int, amount big, dist_info 24",
                        "",
                        districts * rows.linesOfDistrict(),
                        rows::orderLine),
                data(
                        "history",
                        0,
                        "h_",
                        "c_w_id int, c_d_id int, c_id int, w_id int, d_id int, date big, amount big, data 24",
                        "",
                        customers,
                        rows::history));
    }

    private DataSet data(
            String name, int keys, String prefix, String columns, String indexed, long count, RowSource.Row row) {
        String numbered = keys > 0 ? "" : dialect.rowNumber().map(", "::concat).orElse("");
        return new DataSet(
                table(sizes.tablePrefix() + name, keys, prefix, columns, indexed), count, fingerprint + numbered, row);
    }

    /**
     * @param keys the number of columns of the primary key; 0 for none, where rows as loaded differ in the first three
     * @param prefix of each column
     * @param columns with a type each: int, big or the length of a text
     */
    private Table table(String name, int keys, String prefix, String columns, String indexed) {
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (String column : columns.split(", ", -1)) {
            int space = column.indexOf(' ');
            names.add(prefix + column.substring(0, space));
            types.add(type(column.substring(space + 1)));
        }
        List<List<String>> index = indexed.isEmpty()
                ? List.of()
                : List.of(Stream.of(indexed.split(", ", -1))
                        .map(column -> prefix + column)
                        .toList());
        return new Table(name, names, types, names.subList(0, keys > 0 ? keys : 3), keys > 0, index);
    }

    private String type(String type) {
        return switch (type) {
            case "int" -> dialect.integerType();
            case "big" -> dialect.bigintType();
            default -> dialect.textType(Integer.parseInt(type));
        };
    }
}

package org.rowmark.workloads.oltp;

import java.util.Arrays;
import org.rowmark.data.DataGenerator;
import org.rowmark.workloads.data.Permutation;

/**
 * The rows of the tables as loaded (clause 4.3.3.1), pure functions of a seed and the row's number in the order of the
 * key. Unlike there, all districts have the same numbers of lines per order, and the same order of customers, shifted.
 */
final class OltpRows {
    static final long WAREHOUSE_YTD = 30_000_000;
    static final long DISTRICT_YTD = WAREHOUSE_YTD / Sizes.DISTRICTS_OF_WAREHOUSE;
    static final long BALANCE = -1_000;
    static final long YTD_PAYMENT = 1_000;
    static final String BAD_CREDIT = "BC";

    private static final int FEWEST_LINES = 5;
    private static final int LINES = 11;
    static final long LOADED_AT = 1_767_225_600_000L;
    private static final long SHIFT = 7_919;
    private static final int DIST = 24;
    private static final int DATA = 50;
    private static final int CUSTOMER_DATA = 500;
    static final String ORIGINAL = "ORIGINAL";

    private final Sizes sizes;
    private final DataGenerator numbers;
    private final DataGenerator texts;
    private final DataGenerator names;
    private final NuRand lastNames;
    private final Permutation customers;
    private final int[] orderOfLine;
    private final int[] firstLine;

    OltpRows(Sizes sizes, long seed) {
        this.sizes = sizes;
        numbers = new DataGenerator(seed);
        texts = new DataGenerator(seed + 1);
        names = new DataGenerator(seed + 2);
        lastNames = sizes.lastNames(NuRand.Constants.of(seed).lastNameLoad());
        customers = new Permutation(sizes.customers(), seed);
        firstLine = new int[sizes.customers() + 2];
        for (int order = 1; order <= sizes.customers(); order++) {
            firstLine[order + 1] = firstLine[order] + lines(order);
        }
        orderOfLine = new int[firstLine[sizes.customers() + 1]];
        for (int order = 1; order <= sizes.customers(); order++) {
            Arrays.fill(orderOfLine, firstLine[order], firstLine[order + 1], order);
        }
    }

    int linesOfDistrict() {
        return orderOfLine.length;
    }

    private int lines(int order) {
        return FEWEST_LINES + new DataGenerator(numbers.seed() + 3).integer(order) % LINES;
    }

    Object[] item(long item) {
        return new Object[] {
            (int) item,
            between(1, item, 1, 10_000),
            text(1, item, 14, 24),
            (long) between(2, item, 100, 10_000),
            data(1, item)
        };
    }

    Object[] warehouse(long warehouse) {
        Object[] row = new Object[9];
        row[0] = (int) warehouse;
        row[1] = text(2, warehouse, 6, 10);
        address(3, warehouse, row, 2);
        row[7] = between(3, warehouse, 0, 2_000);
        row[8] = WAREHOUSE_YTD;
        return row;
    }

    Object[] district(long key) {
        int place = (int) (key - 1);
        Object[] row = new Object[11];
        row[0] = warehouseOf(place);
        row[1] = districtOf(place);
        row[2] = text(4, key, 6, 10);
        address(5, key, row, 3);
        row[8] = between(4, key, 0, 2_000);
        row[9] = DISTRICT_YTD;
        row[10] = sizes.customers() + 1;
        return row;
    }

    Object[] customer(long key) {
        int place = (int) ((key - 1) / sizes.customers());
        int customer = (int) ((key - 1) % sizes.customers()) + 1;
        int lastName = customer <= sizes.lastNames() ? customer - 1 : lastNames.of(names, key) - 1;
        Object[] row = new Object[21];
        row[0] = warehouseOf(place);
        row[1] = districtOf(place);
        row[2] = customer;
        row[3] = text(6, key, 8, 16);
        row[4] = "OE";
        row[5] = NuRand.lastName(lastName);
        address(7, key, row, 6);
        row[11] = text(8, key, 16, 16);
        row[12] = LOADED_AT;
        row[13] = between(5, key, 1, 10) == 1 ? BAD_CREDIT : "GC";
        row[14] = 5_000_000L;
        row[15] = between(6, key, 0, 5_000);
        row[16] = BALANCE;
        row[17] = YTD_PAYMENT;
        row[18] = 1;
        row[19] = 0;
        row[20] = customerData(key);
        return row;
    }

    /** Returns the key by which the rows of customers are generated. */
    long customerKey(int warehouse, int district, int customer) {
        return ((warehouse - 1L) * Sizes.DISTRICTS_OF_WAREHOUSE + district - 1) * sizes.customers() + customer;
    }

    String customerData(long key) {
        return text(9, key, 300, CUSTOMER_DATA);
    }

    Object[] stock(long key) {
        int quantity = between(7, key, 10, 100);
        Object[] row = new Object[18];
        row[0] = (int) ((key - 1) / sizes.items()) + 1;
        row[1] = (int) ((key - 1) % sizes.items()) + 1;
        row[2] = quantity;
        row[3] = quantity;
        String dist = text(10, key, Sizes.DISTRICTS_OF_WAREHOUSE * DIST, Sizes.DISTRICTS_OF_WAREHOUSE * DIST);
        for (int i = 0; i < Sizes.DISTRICTS_OF_WAREHOUSE; i++) {
            row[4 + i] = dist.substring(i * DIST, (i + 1) * DIST);
        }
        row[14] = 0L;
        row[15] = 0;
        row[16] = 0;
        row[17] = data(11, key);
        return row;
    }

    Object[] order(long key) {
        int place = (int) ((key - 1) / sizes.customers());
        int order = (int) ((key - 1) % sizes.customers()) + 1;
        long customer = (customers.at(order - 1) + place * SHIFT) % sizes.customers() + 1;
        return new Object[] {
            warehouseOf(place),
            districtOf(place),
            order,
            (int) customer,
            LOADED_AT,
            isDelivered(order) ? between(8, key, 1, 10) : 0,
            firstLine[order + 1] - firstLine[order],
            1
        };
    }

    /** Returns the payment of a customer. */
    Object[] history(long key) {
        int place = (int) ((key - 1) / sizes.customers());
        int warehouse = warehouseOf(place);
        int district = districtOf(place);
        return new Object[] {
            warehouse,
            district,
            (int) ((key - 1) % sizes.customers()) + 1,
            warehouse,
            district,
            LOADED_AT,
            YTD_PAYMENT,
            text(13, key, 12, DIST)
        };
    }

    Object[] newOrder(long key) {
        int place = (int) ((key - 1) / sizes.undelivered());
        int order = (int) ((key - 1) % sizes.undelivered()) + sizes.firstUndelivered();
        return new Object[] {warehouseOf(place), districtOf(place), order};
    }

    Object[] orderLine(long key) {
        int place = (int) ((key - 1) / orderOfLine.length);
        int line = (int) ((key - 1) % orderOfLine.length);
        int order = orderOfLine[line];
        boolean isDelivered = isDelivered(order);
        return new Object[] {
            warehouseOf(place),
            districtOf(place),
            order,
            line - firstLine[order] + 1,
            between(9, key, 1, sizes.items()),
            warehouseOf(place),
            isDelivered ? LOADED_AT : 0L,
            5,
            isDelivered ? 0L : (long) between(10, key, 1, 999_999),
            text(12, key, DIST, DIST)
        };
    }

    private boolean isDelivered(int order) {
        return order < sizes.firstUndelivered();
    }

    private static int warehouseOf(int place) {
        return place / Sizes.DISTRICTS_OF_WAREHOUSE + 1;
    }

    private static int districtOf(int place) {
        return place % Sizes.DISTRICTS_OF_WAREHOUSE + 1;
    }

    /** Puts street, street, city, state and zip into a row. */
    private void address(int column, long key, Object[] row, int at) {
        String text = texts.text(key(column, key), 66);
        row[at] = text.substring(0, 12);
        row[at + 1] = text.substring(12, 28);
        row[at + 2] = text.substring(28, 44);
        row[at + 3] = text.substring(44, 46);
        row[at + 4] = between(11, key(column, key), 1_000, 9_999) + "11111";
    }

    /** Returns a text that contains ORIGINAL in a tenth of the rows. */
    private String data(int column, long key) {
        String text = text(column, key, 26, DATA);
        if (between(12, key(column, key), 1, 10) > 1) {
            return text;
        }
        int at = between(13, key(column, key), 0, text.length() - ORIGINAL.length());
        return text.substring(0, at) + ORIGINAL + text.substring(at + ORIGINAL.length());
    }

    private String text(int column, long key, int least, int most) {
        long unique = key(column, key);
        return texts.text(unique, least == most ? most : between(14, unique, least, most));
    }

    private int between(int column, long key, int least, int most) {
        return least + (int) (numbers.fraction(key(column, key)) * (most - least + 1));
    }

    /** Returns a key of its own for each column. */
    private static long key(int column, long key) {
        return key * 16 + column;
    }
}

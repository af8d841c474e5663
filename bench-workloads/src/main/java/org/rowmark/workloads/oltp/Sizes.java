package org.rowmark.workloads.oltp;

import org.rowmark.data.DataGenerator;

/**
 * How many rows are loaded.
 *
 * @param warehouses at least 1
 * @param items 100,000 in TPC-C
 * @param customers of a district, and its orders; 3,000 in TPC-C
 */
record Sizes(int warehouses, int items, int customers) {
    static final int DISTRICTS_OF_WAREHOUSE = 10;

    static final int ITEMS_OF_TPCC = 100_000;
    static final int CUSTOMERS_OF_TPCC = 3_000;
    private static final int LAST_NAMES = 1_000;
    private static final double LINES_PER_ORDER = 10;

    /** The bits of a number that are not in its hash of at most five digits. */
    private static final int NO_HASH_BITS = 39;

    /** Bytes of rows with their keys and indexes in InnoDB. */
    private static final int ITEM = 120;

    private static final int STOCK = 420;
    private static final int CUSTOMER = 800;
    private static final int ORDER = 110;
    private static final int LINE = 105;
    private static final int PAYMENT = 95;

    /**
     * Returns the beginning of the names of the tables, another one for each size, so that a database holds several at
     * once: with the number of warehouses, or a hash where items or customers are not TPC-C's. No name of a table or
     * index has more than the 30 characters that every database takes.
     */
    String tablePrefix() {
        boolean isOfTpcc = items == ITEMS_OF_TPCC && customers == CUSTOMERS_OF_TPCC;
        return "rowmark_oltp_" + (isOfTpcc ? Integer.toString(warehouses) : "x" + hash()) + "_";
    }

    private String hash() {
        long all = DataGenerator.mix(DataGenerator.mix(DataGenerator.mix(warehouses) + items) + customers);
        return Long.toString(all >>> NO_HASH_BITS, Character.MAX_RADIX);
    }

    int districts() {
        return warehouses * DISTRICTS_OF_WAREHOUSE;
    }

    /** Returns the first order of a district that is not delivered; 2,101 of 3,000. */
    int firstUndelivered() {
        return customers * 7 / 10 + 1;
    }

    int undelivered() {
        return customers - firstUndelivered() + 1;
    }

    /** Returns the number of last names, each of which a district has. */
    int lastNames() {
        return Math.min(LAST_NAMES, customers);
    }

    NuRand items(int c) {
        return NuRand.of(8_191, ITEMS_OF_TPCC, items, c);
    }

    NuRand customers(int c) {
        return NuRand.of(1_023, CUSTOMERS_OF_TPCC, customers, c);
    }

    NuRand lastNames(int c) {
        return NuRand.of(255, LAST_NAMES, lastNames(), c);
    }

    /** Returns the approximate bytes of all tables in InnoDB. */
    long bytes() {
        double ofDistrict = customers * (CUSTOMER + ORDER + LINES_PER_ORDER * LINE + PAYMENT);
        return (long) items * ITEM + (long) warehouses * items * STOCK + (long) (districts() * ofDistrict);
    }
}

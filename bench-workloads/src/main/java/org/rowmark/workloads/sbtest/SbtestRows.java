package org.rowmark.workloads.sbtest;

import java.util.List;
import org.rowmark.data.DataGenerator;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.workloads.data.Special;

/**
 * Rows with the columns of sysbench's tables: a key, a number that has an index, and two texts of groups of eleven digits.
 * All tables have the same ones. The last column has another name, since {@code pad} is a word of Derby's SQL.
 */
final class SbtestRows {
    static final List<String> COLUMNS = List.of("id", "k", "c", "padding");

    private static final int GROUP = 11;
    private static final int GROUPS_OF_C = 10;
    private static final int GROUPS_OF_PAD = 5;
    private static final int GENERATOR = 2;

    private final DataGenerator values;
    private final int rows;
    private final Special numbers;

    SbtestRows(DataGenerator values, int rows) {
        this.values = values;
        this.rows = rows;
        numbers = new Special(rows);
    }

    DataSet dataSet(String table, Dialect dialect) {
        List<String> types = List.of(
                dialect.integerType(), dialect.integerType(), dialect.fixedTextType(120), dialect.fixedTextType(60));
        String fingerprint = "sysbench's rows, generator " + GENERATOR + ", rows " + rows + ", seed " + values.seed();
        return new DataSet(new Table(table, COLUMNS, types, List.of("id"), List.of("k")), rows, fingerprint, key ->
                new Object[] {(int) key, k(key), c(key), pad(key)});
    }

    int k(long key) {
        return 1 + (int) numbers.number(values.fraction(key));
    }

    /** Returns the text of 119 characters of a row; of a number below 0 another one. */
    String c(long number) {
        return groups(2 * number, GROUPS_OF_C);
    }

    /** Returns the text of 59 characters of a row; of a number below 0 another one. */
    String pad(long number) {
        return groups(2 * number + 1, GROUPS_OF_PAD);
    }

    /** Returns bits that are 0 if a text is one of {@link #c}, as far as one character shows. */
    static int difference(String text) {
        return text.charAt(GROUP) ^ '-';
    }

    private String groups(long number, int count) {
        char[] text = new char[count * (GROUP + 1) - 1];
        long bits = DataGenerator.mix(values.seed() ^ DataGenerator.mix(number));
        for (int end = GROUP; end <= text.length; end += GROUP + 1) {
            bits = DataGenerator.mix(bits);
            long digits = bits >>> 1;
            for (int i = end - 1; i >= end - GROUP; i--) {
                text[i] = (char) ('0' + digits % 10);
                digits /= 10;
            }
            if (end < text.length) {
                text[end] = '-';
            }
        }
        return new String(text);
    }
}

package org.rowmark.workloads.spatial;

import java.util.Comparator;
import java.util.List;

/**
 * A row of a query: the keys of two objects, 0 where there is no second one, and a value.
 */
record MapRow(long k1, long k2, double v) {
    static final Comparator<MapRow> BY_KEYS =
            Comparator.comparingLong(MapRow::k1).thenComparingLong(MapRow::k2);

    /** Returns whether two numbers differ by no more than a part of the larger one. */
    static boolean isEqual(double a, double b, double tolerance) {
        return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
    }

    /** Returns the count of the rows and their sums, as a query's statement does. */
    static double[] sums(List<MapRow> rows) {
        return new double[] {
            rows.size(),
            rows.stream().mapToLong(MapRow::k1).sum(),
            rows.stream().mapToLong(MapRow::k2).sum(),
            rows.stream().mapToDouble(MapRow::v).sum()
        };
    }

    /** Returns the first object of two lists in order that only one of them has, or with another value. */
    static String firstDifference(List<MapRow> found, List<MapRow> expected, double tolerance) {
        for (int i = 0; i < Math.max(found.size(), expected.size()); i++) {
            if (i >= found.size() || (i < expected.size() && BY_KEYS.compare(expected.get(i), found.get(i)) < 0)) {
                return expected.get(i).name() + " is missing, with " + expected.get(i).v;
            }
            if (i >= expected.size() || BY_KEYS.compare(found.get(i), expected.get(i)) < 0) {
                return found.get(i).name() + " is too many, with " + found.get(i).v;
            }
            if (!isEqual(found.get(i).v, expected.get(i).v, tolerance)) {
                return found.get(i).name() + " has " + found.get(i).v + ", and not " + expected.get(i).v;
            }
        }
        return "none of single objects";
    }

    private String name() {
        return k2 == 0 ? "object " + k1 : "object " + k1 + " with " + k2;
    }
}

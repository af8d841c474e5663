package org.rowmark.workloads.oltp;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The shares of the kinds of transactions, in percent. */
public final class Mix {
    /** A regular expression of five whole numbers. */
    public static final String PATTERN = "\\d{1,3}(/\\d{1,3}){4}";

    /** What is accepted. */
    public static final String WORDS =
            "five whole numbers that add up to 100, such as 45/43/4/4/4, for new-order, payment,"
                    + " order-status, delivery and stock-level";

    private static final int ALL = 100;

    private final Kind[] kinds = new Kind[ALL];

    /**
     * A kind of transaction.
     *
     * <p>Times are in seconds, those of clause 5.2.5.7.
     */
    public enum Kind {
        NEW_ORDER(0, "new-order", 18, 12),
        PAYMENT(1, "payment", 3, 12),
        ORDER_STATUS(2, "order-status", 2, 10),
        DELIVERY(3, "delivery", 2, 5),
        STOCK_LEVEL(4, "stock-level", 2, 5);

        private static final long NANOS_PER_SECOND = 1_000_000_000;

        private final int place;
        private final String label;
        private final int keying;
        private final int thinking;

        /** @param thinking on average */
        Kind(int place, String label, int keying, int thinking) {
            this.place = place;
            this.label = label;
            this.keying = keying;
            this.thinking = thinking;
        }

        /** Returns its place among all, from 0. */
        public int place() {
            return place;
        }

        /** Returns its name in reports. */
        String label() {
            return label;
        }

        long keyingNanos() {
            return keying * NANOS_PER_SECOND;
        }

        long meanThinkingNanos() {
            return thinking * NANOS_PER_SECOND;
        }

        /** Returns the names of all, in order. */
        public static List<String> labels() {
            return Stream.of(values()).map(Kind::label).toList();
        }
    }

    /** Whether five numbers add up to 100. */
    public static final class Complete implements Predicate<String> {
        @Override
        public boolean test(String mix) {
            return shares(mix).sum() == ALL;
        }
    }

    /** @param mix that {@link Complete} accepts */
    Mix(String mix) {
        int[] shares = shares(mix).toArray();
        int next = 0;
        for (Kind kind : Kind.values()) {
            Arrays.fill(kinds, next, next + shares[kind.place()], kind);
            next += shares[kind.place()];
        }
    }

    private static IntStream shares(String mix) {
        return Stream.of(mix.split("/", -1)).mapToInt(Integer::parseInt);
    }

    Kind draw(Draw draw) {
        return kinds[draw.between(0, ALL - 1)];
    }
}

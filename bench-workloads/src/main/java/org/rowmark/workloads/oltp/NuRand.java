package org.rowmark.workloads.oltp;

import org.rowmark.data.DataGenerator;

/**
 * TPC-C's non-uniform random numbers (clause 2.1.6): {@code (((random(0, a) | random(x, y)) + c) % (y - x + 1)) + x}.
 *
 * @param a 255, 1,023 or 8,191, less for smaller tables
 * @param c the constant
 */
record NuRand(int a, int x, int y, int c) {
    private static final String[] SYLLABLES = {
        "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };

    private static final int A_OF_LAST_NAMES = 255;
    private static final int LEAST_DIFFERENCE = 65;
    private static final int MOST_DIFFERENCE = 119;

    /** The constants of last names when loading and when running, of customers and of items. */
    record Constants(int lastNameLoad, int lastNameRun, int customer, int item) {

        /**
         * Draws them. The two of last names differ by 65 to 119, but neither 96 nor 112.
         *
         * @param seed of all data
         */
        static Constants of(long seed) {
            Draw draw = new Draw(seed);
            int load = draw.between(0, A_OF_LAST_NAMES);
            int difference;
            do {
                difference = draw.between(LEAST_DIFFERENCE, MOST_DIFFERENCE);
            } while (difference == 96 || difference == 112);
            int run = load + difference <= A_OF_LAST_NAMES ? load + difference : load - difference;
            return new Constants(load, run, draw.between(0, 1_023), draw.between(0, 8_191));
        }
    }

    /**
     * Creates one for the numbers from 1 to a size.
     *
     * @param aOfFull for the full size, a power of two less one; in proportion for less
     */
    static NuRand of(int aOfFull, int full, int size, int c) {
        long proportional = Math.max(1, (aOfFull + 1L) * Math.min(full, size) / full);
        return new NuRand((int) Long.highestOneBit(proportional) - 1, 1, size, c);
    }

    int draw(Draw draw) {
        return number(draw.between(0, a), draw.between(x, y));
    }

    /** Returns the number of a key of generated data. */
    int of(DataGenerator values, long key) {
        int size = y - x + 1;
        return number(values.integer(2 * key) & a, x + (int) (values.fraction(2 * key + 1) * size));
    }

    private int number(int least, int uniform) {
        return ((least | uniform) + c) % (y - x + 1) + x;
    }

    /** Returns the last name of a number from 0 to 999. */
    static String lastName(int number) {
        return SYLLABLES[number / 100] + SYLLABLES[number / 10 % 10] + SYLLABLES[number % 10];
    }
}

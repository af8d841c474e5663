package org.rowmark.stats;

import java.util.Random;

/** What a machine does over a session of so many slots, in logarithms, for simulations. */
enum Drift {
    NONE {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return 0;
        }
    },
    /** Ten percent from the first slot to the last. */
    LINEAR {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return 0.1 * slot / (slots - 1);
        }
    },
    /** One percent per slot. */
    RANDOM_WALK {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return before + 0.01 * random.nextGaussian();
        }
    },
    /** Eight percent at a random time. */
    STEP {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return slot < when * slots ? 0 : Math.log(1.08);
        }
    },
    /** Five percent every other slot, as a checkpoint in step with the runs. */
    PERIODIC {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return slot % 2 == 0 ? 0 : 0.05;
        }
    },
    /** Five percent every third slot, from any of the first three. */
    EVERY_THIRD {
        @Override
        double next(int slot, int slots, double before, Random random, double when) {
            return (slot + (int) (3 * when)) % 3 == 0 ? 0.05 : 0;
        }
    };

    abstract double next(int slot, int slots, double before, Random random, double when);

    double[] session(int slots, Random random) {
        double when = random.nextDouble();
        double[] session = new double[slots];
        for (int slot = 0; slot < slots; slot++) {
            session[slot] = next(slot, slots, slot == 0 ? 0 : session[slot - 1], random, when);
        }
        return session;
    }
}

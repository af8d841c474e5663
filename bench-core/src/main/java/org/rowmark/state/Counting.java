package org.rowmark.state;

import java.sql.SQLException;

/**
 * Where the work begins and ends that the counters of an iteration are of. JMH's profilers stand outside of setup and
 * teardown; a workload whose setup or teardown makes the database work says here what is not to be counted: {@link
 * #begins} as the last act of a setup, {@link #ends} as the first of a teardown. Where nothing is said, counting goes
 * from before the iteration's setup to behind its teardown. Never to be called within a measured method.
 */
public final class Counting {
    /** Who counts. Called by threads of the benchmark, maybe by several at once. */
    public interface Listener {
        /** @param settling what makes the database's counters complete; to be called before they are read */
        void begins(Settling settling);

        /** @param settling as before */
        void ends(Settling settling);
    }

    /** What is to be done before the database's counters are read, so that they have all that happened. */
    @FunctionalInterface
    public interface Settling {
        void settle() throws SQLException;
    }

    private static final Listener NOBODY = new Listener() {
        @Override
        public void begins(Settling settling) {
            // Nobody counts.
        }

        @Override
        public void ends(Settling settling) {
            // As above.
        }
    };

    private static volatile Listener listener = NOBODY;

    private Counting() {}

    /** From now on, that one is told. One per process: a fork measures one cell. */
    public static void tell(Listener counting) {
        listener = counting;
    }

    /** The work begins; of several calls in an iteration the last one counts. */
    public static void begins() {
        begins(() -> {});
    }

    /** The same, where what was done before is told late; not done where nobody counts. */
    public static void begins(Settling settling) {
        listener.begins(settling);
    }

    /** The work is over; of several calls in an iteration the first one counts. */
    public static void ends() {
        ends(() -> {});
    }

    /** The same, where a session has to be made to tell what it did; not done where nobody counts. */
    public static void ends(Settling settling) {
        listener.ends(settling);
    }
}

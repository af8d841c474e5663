package org.rowmark.state;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells where the measured part of an iteration begins and ends. JMH's profilers are called before the setup and after the
 * teardown of a single shot, which may read and write more than the shot itself; who takes readings listens here too.
 */
public final class Measured {
    private static final List<Listener> LISTENERS = new CopyOnWriteArrayList<>();

    /** Hears it in the thread that prepares and checks, while nothing is measured. */
    public interface Listener {
        /** All is made ready; what is measured comes next. */
        void begins();

        /** What is measured is over; what was done is told and checked next. */
        void ends();
    }

    private Measured() {}

    public static void listen(Listener listener) {
        LISTENERS.add(listener);
    }

    /** Said by a workload as the last thing of its setup of an iteration. */
    public static void begins() {
        LISTENERS.forEach(Listener::begins);
    }

    /** Said by a workload as the first thing of its teardown of an iteration. */
    public static void ends() {
        LISTENERS.forEach(Listener::ends);
    }
}

package org.rowmark.db;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What must be undone when the process ends in any way that the JVM notices, Ctrl-C included: servers stopped first, then
 * their directories removed, that is, last registered first undone.
 */
public final class AtExit {
    /** Undoes one thing; called at most once. */
    @FunctionalInterface
    public interface Undo {
        void run();
    }

    private static final Deque<Undo> PENDING = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::undoAll, "rowmark-at-exit"));
    }

    private AtExit() {}

    /** Remembers what to undo until {@link #done} is told that it was. */
    public static synchronized <U extends Undo> U register(U undo) {
        PENDING.push(undo);
        return undo;
    }

    /** Forgets an undo that has been run by its owner. */
    public static synchronized void done(Undo undo) {
        PENDING.remove(undo);
    }

    private static void undoAll() {
        List<Undo> all;
        synchronized (AtExit.class) {
            all = new ArrayList<>(PENDING);
            PENDING.clear();
        }
        all.forEach(Undo::run);
    }
}

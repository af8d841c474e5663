package org.rowmark.util;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Actions at the end of the process, Ctrl-C included: stage by stage, and within a stage in reverse order of their
 * registration.
 */
public final class ShutdownActions {
    /** The stages, in their order. */
    public enum Stage {
        /** The record is closed before anything else ends, so that nothing interrupted counts as measured. */
        RECORD,
        /** Forks and servers are stopped. */
        PROCESSES,
        /** Their files are removed. */
        FILES
    }

    /** An action, run at most once. */
    @FunctionalInterface
    public interface Undo {
        void run();
    }

    private static final Map<Stage, Deque<Undo>> PENDING = new EnumMap<>(Stage.class);
    private static boolean ending;

    static {
        for (Stage stage : Stage.values()) {
            PENDING.put(stage, new ArrayDeque<>());
        }
        Runtime.getRuntime().addShutdownHook(new Thread(ShutdownActions::undoAll, "rowmark-at-exit"));
    }

    private ShutdownActions() {}

    /** Registers an action until {@link #done}; runs it at once if the process is ending. */
    public static Undo register(Stage stage, Undo undo) {
        synchronized (ShutdownActions.class) {
            if (!ending) {
                PENDING.get(stage).push(undo);
                return undo;
            }
        }
        undo.run();
        return undo;
    }

    /**
     * Removes an action that its owner has run to its end; not before, as the next stage must not begin while it runs.
     */
    public static synchronized void done(Undo undo) {
        PENDING.values().forEach(stage -> stage.remove(undo));
    }

    /** Never returns once the process is ending, so that nothing new is started. */
    public static void holdIfEnding() {
        while (isEnding()) {
            LockSupport.park();
        }
    }

    private static synchronized boolean isEnding() {
        return ending;
    }

    private static void undoAll() {
        synchronized (ShutdownActions.class) {
            ending = true;
        }
        for (Stage stage : Stage.values()) {
            take(stage).forEach(ShutdownActions::undo);
        }
    }

    /** Runs an action so that not even an error stops the following ones. */
    private static void undo(Undo undo) {
        try {
            undo.run();
        } catch (RuntimeException | Error e) {
            System.err.println(
                    "rowmark: at the end: " + Secrets.scrub(e.toString().split("\\R", 2)[0]));
        }
    }

    private static synchronized List<Undo> take(Stage stage) {
        List<Undo> all = new ArrayList<>(PENDING.get(stage));
        PENDING.get(stage).clear();
        return all;
    }
}

package org.rowmark.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.rowmark.util.Secrets;

/** Actions at the end of the process, also by Ctrl-C: stage by stage, the last registered first. */
public final class ShutdownActions {
    public enum Stage {
        /** The record is closed before anything else ends, so that nothing interrupted counts as measured. */
        RECORD,
        /** Forks and servers are stopped. */
        PROCESSES,
        FILES
    }

    /** An action that undoes one thing; called at most once. */
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

    /** Registers an action until {@link #done} is called with it; runs it at once if the process is ending. */
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

    /** Removes an action that its owner has run to its end: the next stage must not begin while it runs. */
    public static synchronized void done(Undo undo) {
        PENDING.values().forEach(stage -> stage.remove(undo));
    }

    /** Blocks for ever once the process is ending: nothing may be started then. */
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

    /** Runs an action; not even an error of one may prevent those that follow. */
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

package org.rowmark.turns.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The turns of forks that live at the same time: when all are connected, each has a turn, in random order, then each
 * has another one, until all have finished. One fork at a time goes on. A fork has its turn until it waits for the next
 * one, is finished or ends; a fork that hangs must be killed, which ends its connection and so its turn.
 *
 * <p>The first turns are taken in the order of the forks, which the caller changes from round to round.
 */
public final class Turns implements AutoCloseable {
    private final Random random;
    private final List<TurnsOfFork> forks = new ArrayList<>();

    private Turns(Random random) {
        this.random = random;
    }

    /** Begins turns of forks that are still to be started; draws the order of all turns but the first ones. */
    public static Turns of(int forks, Path directory, Random random) throws IOException {
        Turns turns = new Turns(random);
        try {
            for (int i = 0; i < forks; i++) {
                turns.forks.add(new TurnsOfFork(turns, directory));
            }
        } catch (IOException | RuntimeException e) {
            turns.close();
            throw e;
        }
        Thread thread = new Thread(turns::run, "rowmark-turns");
        thread.setDaemon(true);
        thread.start();
        return turns;
    }

    /** Returns the forks, each of which must leave when it has ended. */
    public List<TurnsOfFork> forks() {
        return Collections.unmodifiableList(forks);
    }

    private void run() {
        try {
            for (TurnsOfFork fork : forks) {
                fork.awaitStart();
            }
            List<TurnsOfFork> waiting = new ArrayList<>(forks);
            while (!waiting.isEmpty()) {
                List<TurnsOfFork> next = new ArrayList<>();
                for (TurnsOfFork fork : waiting) {
                    if (fork.takeTurn()) {
                        next.add(fork);
                    }
                }
                waiting = next;
                Collections.shuffle(waiting, random);
            }
            forks.forEach(TurnsOfFork::release);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the turns; forks that wait fail. */
    @Override
    public void close() {
        forks.forEach(TurnsOfFork::leave);
    }
}

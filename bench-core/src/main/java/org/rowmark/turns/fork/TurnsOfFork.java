package org.rowmark.turns.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rowmark.process.ForkGate;
import org.rowmark.util.SteadyClock;

/** The turns of one fork among others. */
public final class TurnsOfFork implements ForkGate.Keeper {
    private enum State {
        STARTING,
        WAITING,
        MEASURING,
        FINISHED,
        GONE
    }

    private final Turns all;
    private final ForkGate gate;
    private final Deque<Turn> unread = new ArrayDeque<>();
    private final List<Turn> taken = new ArrayList<>();
    private State state = State.STARTING;
    private List<Long> brought = List.of();
    private long waitedNanos;
    private long waitingSince;

    /** One turn, by the clock of the orchestrating process. */
    public static final class Turn {
        private final Instant start = SteadyClock.now();
        private Instant end;

        public Instant start() {
            return start;
        }

        /** Returns when it ended: the first call ends it, and no other turn starts before. */
        public synchronized Instant end() {
            if (end == null) {
                end = SteadyClock.now();
            }
            return end;
        }
    }

    /** @param directory takes the file of the fork */
    TurnsOfFork(Turns all, Path directory) throws IOException {
        this.all = all;
        this.gate = new ForkGate(directory, List.of(), this);
    }

    /** Returns the file by which the fork comes to its turns. */
    public Path file() {
        return gate.file();
    }

    /** Returns the turn of the fork's next result: each iteration has one. */
    public synchronized Turn nextTurn() {
        return unread.remove();
    }

    /** Returns when the first turn began. */
    public synchronized Optional<Instant> firstTurn() {
        return taken.stream().map(Turn::start).findFirst();
    }

    /** Lists how long the turns took, those of warm-up first. */
    public synchronized List<Duration> lengths() {
        return taken.stream()
                .map(turn -> Duration.between(turn.start(), turn.end()))
                .toList();
    }

    /** Returns how long the fork has waited for others until now. */
    public synchronized long waitedNanos() {
        return waitedNanos + (isWaiting() ? System.nanoTime() - waitingSince : 0);
    }

    private boolean isWaiting() {
        return state == State.WAITING || state == State.FINISHED;
    }

    /**
     * Returns whether a child of this process is, or runs, this fork. A fork that is not connected yet is taken to be
     * any child that is not another one.
     */
    public boolean isOf(ProcessHandle child) {
        return gate.pid().isPresent() ? contains(child) : all.forks().stream().noneMatch(fork -> fork.contains(child));
    }

    private boolean contains(ProcessHandle child) {
        OptionalLong own = gate.pid();
        return own.isPresent()
                && (child.pid() == own.getAsLong()
                        || child.descendants().anyMatch(program -> program.pid() == own.getAsLong()));
    }

    @Override
    public synchronized void came(List<Long> numbers) {
        if (state != State.GONE) {
            brought = numbers;
            state = numbers.isEmpty() ? State.WAITING : State.FINISHED;
            waitingSince = System.nanoTime();
            notifyAll();
        }
    }

    @Override
    public synchronized void left() {
        waitedNanos = waitedNanos();
        state = State.GONE;
        notifyAll();
    }

    /** Waits until the fork waits, or has left. */
    synchronized void awaitStart() throws InterruptedException {
        while (state == State.STARTING) {
            wait();
        }
    }

    /** Gives the fork its turn and waits for its end; returns whether the fork waits for another one. */
    synchronized boolean takeTurn() throws InterruptedException {
        if (state != State.WAITING) {
            return false;
        }
        Turn turn = new Turn();
        taken.add(turn);
        unread.add(turn);
        goOn();
        while (state == State.MEASURING) {
            wait();
        }
        turn.end();
        return state == State.WAITING;
    }

    /** Lets the fork end. */
    synchronized void release() {
        if (isWaiting()) {
            goOn();
        }
    }

    private void goOn() {
        waitedNanos = waitedNanos();
        state = State.MEASURING;
        try {
            gate.goOn(brought);
        } catch (IOException e) {
            state = State.GONE; // which its cell is recorded with
        }
    }

    /** Ends the turns: the fork has ended, or fails if it waits, and nobody waits for it any more. */
    public void leave() {
        left();
        try {
            gate.close();
        } catch (IOException e) {
            // its file goes with the run's data
        }
    }
}

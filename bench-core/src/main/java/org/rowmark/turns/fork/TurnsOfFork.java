package org.rowmark.turns.fork;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.rowmark.process.ForkGate;
import org.rowmark.util.SteadyClock;

/** The turns of one fork among others. */
public final class TurnsOfFork implements ForkGate.Keeper {
    private final Turns all;
    private final ForkGate gate;
    private final BlockingQueue<Optional<List<Long>>> arrivals = new LinkedBlockingQueue<>(); // empty: it is gone
    private final Queue<Turn> unread = new ConcurrentLinkedQueue<>();
    private final Queue<Turn> taken = new ConcurrentLinkedQueue<>();
    private Optional<List<Long>> brought = Optional.empty();
    private long waitedNanos;
    private OptionalLong waitingSince = OptionalLong.empty();

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
    public Turn nextTurn() {
        return unread.remove();
    }

    /** Returns when the first turn began. */
    public Optional<Instant> firstTurn() {
        return taken.stream().map(Turn::start).findFirst();
    }

    /** Lists how long the turns took, those of warm-up first. */
    public List<Duration> lengths() {
        return taken.stream()
                .map(turn -> Duration.between(turn.start(), turn.end()))
                .toList();
    }

    /** Returns how long the fork has waited for others until now. */
    public synchronized long waitedNanos() {
        return waitedNanos + (waitingSince.isPresent() ? System.nanoTime() - waitingSince.getAsLong() : 0);
    }

    private synchronized void waits(boolean begins) {
        waitedNanos = waitedNanos();
        waitingSince = begins ? OptionalLong.of(System.nanoTime()) : OptionalLong.empty();
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
    public void came(List<Long> numbers) {
        waits(true);
        arrivals.add(Optional.of(numbers));
    }

    @Override
    public void left() {
        waits(false);
        arrivals.add(Optional.empty());
    }

    /** Waits until the fork has come for the first time, or has left. */
    void awaitStart() throws InterruptedException {
        brought = arrivals.take();
    }

    /** Gives the fork its turn and waits for its end; returns whether the fork waits for another one. */
    boolean takeTurn() throws InterruptedException {
        if (!waitsForTurn() || !arrivals.isEmpty()) { // it has left since it came
            return false;
        }
        Turn turn = new Turn();
        taken.add(turn);
        unread.add(turn);
        brought = goOn() ? arrivals.take() : Optional.empty();
        turn.end();
        return waitsForTurn();
    }

    /** Returns whether the fork has come, and not after its last turn, to which it brings a number. */
    private boolean waitsForTurn() {
        return brought.filter(List::isEmpty).isPresent();
    }

    /** Lets the fork end, if it has not left. */
    void release() {
        if (brought.isPresent()) {
            goOn();
        }
    }

    private boolean goOn() {
        waits(false);
        try {
            gate.goOn(brought.orElseThrow());
            return true;
        } catch (IOException e) {
            return false; // its end is recorded with its cell
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

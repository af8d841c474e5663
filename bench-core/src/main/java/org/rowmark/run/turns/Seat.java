package org.rowmark.run.turns;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rowmark.util.ErrorMessages;

/** The place of one fork among those that take turns. */
public final class Seat {
    private final Turns turns;
    private final Path file;
    private final ByteBuffer message = ByteBuffer.allocateDirect(1);
    private final Deque<Turn> unread = new ArrayDeque<>();
    private final List<Duration> lengths = new ArrayList<>();
    private Optional<Instant> firstTurn = Optional.empty();
    private SocketChannel channel;
    private OptionalLong pid = OptionalLong.empty();
    private boolean isGone;
    private long waitedNanos;
    private long waitingSince;
    private boolean isWaiting;

    Seat(Turns turns, Path file) {
        this.turns = turns;
        this.file = file;
    }

    /** Returns the file by which the fork finds its seat; only its owner can read it. */
    public Path file() {
        return file;
    }

    /** Returns the turn of the fork's next result: each iteration has one. */
    public synchronized Turn nextTurn() {
        return unread.remove();
    }

    /** Returns when the first turn began. */
    public synchronized Optional<Instant> firstTurn() {
        return firstTurn;
    }

    /** Lists how long the turns took that have ended, those of warm-up first. */
    public synchronized List<Duration> lengths() {
        return List.copyOf(lengths);
    }

    /** Returns how long the fork has waited for others until now. */
    public synchronized long waitedNanos() {
        return waitedNanos + (isWaiting ? System.nanoTime() - waitingSince : 0);
    }

    /**
     * Returns whether a child of this process is, or runs, the fork of this seat. A fork that is not connected yet is
     * taken to be any child that is not another seat's.
     */
    public boolean isOf(ProcessHandle child) {
        return pid().isPresent() ? contains(child) : turns.seats().stream().noneMatch(seat -> seat.contains(child));
    }

    private boolean contains(ProcessHandle child) {
        OptionalLong own = pid();
        return own.isPresent()
                && (child.pid() == own.getAsLong()
                        || child.descendants().anyMatch(program -> program.pid() == own.getAsLong()));
    }

    private synchronized OptionalLong pid() {
        return pid;
    }

    /** Ends the seat: its fork has ended, and nobody waits for it any more. */
    public void leave() {
        synchronized (this) {
            isGone = true;
            close(channel);
        }
        turns.changed();
    }

    /** Takes the connection of the fork, which waits from now on. */
    void connect(SocketChannel connected, long ofPid) {
        synchronized (this) {
            if (isGone || channel != null) {
                close(connected);
                return;
            }
            channel = connected;
            pid = OptionalLong.of(ofPid);
            waits();
        }
        turns.changed();
    }

    /** Returns whether the fork is connected, or will never be. */
    synchronized boolean isSettled() {
        return isGone || channel != null;
    }

    /** Gives the fork its turn and waits for its end; returns whether the fork waits for another one. */
    boolean takeTurn() {
        Turn turn = new Turn();
        synchronized (this) {
            if (isGone) {
                return false;
            }
            firstTurn = firstTurn.or(() -> Optional.of(turn.start()));
            unread.add(turn);
            goesOn();
        }
        int answer = -1;
        try {
            TurnLink.write(channel, message, TurnLink.GO);
            answer = TurnLink.read(channel, message);
        } catch (IOException e) {
            turns.report("a fork has left its turn: " + ErrorMessages.of(e));
        }
        synchronized (this) {
            lengths.add(turn.length());
            if (answer > 0) {
                waits();
            }
        }
        return answer == TurnLink.READY;
    }

    /** Lets the fork end. */
    void release() {
        synchronized (this) {
            goesOn();
            if (isGone) {
                return;
            }
        }
        try {
            TurnLink.write(channel, message, TurnLink.GO);
        } catch (IOException e) {
            turns.report("a fork has left before the end: " + ErrorMessages.of(e));
        }
    }

    private synchronized void waits() {
        waitingSince = System.nanoTime();
        isWaiting = true;
    }

    private synchronized void goesOn() {
        waitedNanos = waitedNanos();
        isWaiting = false;
    }

    private void close(SocketChannel connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            turns.report("could not close the connection of a fork: " + ErrorMessages.of(e));
        }
    }
}

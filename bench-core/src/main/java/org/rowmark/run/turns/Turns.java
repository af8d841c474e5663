package org.rowmark.run.turns;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.rowmark.util.Acceptor;
import org.rowmark.util.FilePermissions;

/**
 * The turns of forks that live at the same time: when all are connected, each has a turn, in random order, then each
 * has another one, until all have finished. One fork at a time goes on, the others are blocked in a read. A fork has
 * its turn until it waits for the next one, is finished or ends; a fork that hangs must be killed, which ends its
 * connection and so its turn.
 *
 * <p>The first turns are taken in the order of the seats, which the caller changes from round to round.
 */
public final class Turns implements AutoCloseable {
    /** Time for a process that connects to send its secret; forks do so at once. */
    private static final int SECRET_MILLIS = 2000;

    private final ServerSocketChannel server;
    private final Random random;
    private final Consumer<String> log;
    private final List<Seat> seats = new ArrayList<>();
    private final Map<String, Seat> bySecret = new LinkedHashMap<>();

    private Turns(ServerSocketChannel server, Random random, Consumer<String> log) {
        this.server = server;
        this.random = random;
        this.log = log;
    }

    /**
     * Begins turns of so many forks, which are still to be started.
     *
     * @param directory takes a file per fork until the turns are closed
     * @param random draws the order of all turns but the first ones
     * @param log takes lines on forks that have left
     */
    public static Turns of(int forks, Path directory, Random random, Consumer<String> log) throws IOException {
        ServerSocketChannel server =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Turns turns = new Turns(server, random, log);
        try {
            turns.prepare(forks, directory);
        } catch (IOException | RuntimeException e) {
            turns.close();
            throw e;
        }
        Acceptor.start(server.socket(), "rowmark-turns-accept", turns::welcome);
        Thread thread = new Thread(turns::run, "rowmark-turns");
        thread.setDaemon(true);
        thread.start();
        return turns;
    }

    private void prepare(int forks, Path directory) throws IOException {
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        SecureRandom secrets = new SecureRandom();
        for (int i = 0; i < forks; i++) {
            byte[] secret = new byte[TurnLink.SECRET];
            secrets.nextBytes(secret);
            String text = HexFormat.of().formatHex(secret);
            Path file = Files.createTempFile(directory, ".turns", "", FilePermissions.ownerOnly(directory));
            Seat seat = new Seat(this, file);
            seats.add(seat);
            bySecret.put(text, seat);
            Files.write(file, List.of(String.valueOf(port), text));
        }
    }

    /** Returns the seats, one per fork. Each must be left when its fork has ended. */
    public List<Seat> seats() {
        return Collections.unmodifiableList(seats);
    }

    /** Ends the turns; forks that wait fail. */
    @Override
    public void close() throws IOException {
        server.close();
        seats.forEach(Seat::leave);
        for (Seat seat : seats) {
            Files.deleteIfExists(seat.file());
        }
    }

    void report(String line) {
        log.accept(line);
    }

    /** Makes this look again whether all seats are settled. */
    synchronized void changed() {
        notifyAll();
    }

    private void welcome(Socket connected) throws IOException {
        connected.setTcpNoDelay(true);
        connected.setSoTimeout(SECRET_MILLIS);
        byte[] begin = connected.getInputStream().readNBytes(TurnLink.SECRET + Long.BYTES);
        Seat seat = begin.length < TurnLink.SECRET + Long.BYTES
                ? null
                : bySecret.get(HexFormat.of().formatHex(begin, 0, TurnLink.SECRET));
        if (seat == null) {
            connected.close(); // no fork of ours
        } else {
            seat.connect(connected.getChannel(), ByteBuffer.wrap(begin).getLong(TurnLink.SECRET));
        }
    }

    private void run() {
        if (!awaitAll()) {
            return;
        }
        List<Seat> waiting = new ArrayList<>(seats);
        while (!waiting.isEmpty()) {
            waiting.removeIf(seat -> !seat.takeTurn());
            Collections.shuffle(waiting, random);
        }
        seats.forEach(Seat::release);
    }

    private synchronized boolean awaitAll() {
        try {
            while (!seats.stream().allMatch(Seat::isSettled)) {
                wait();
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

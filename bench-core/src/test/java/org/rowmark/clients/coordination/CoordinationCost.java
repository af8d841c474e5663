package org.rowmark.clients.coordination;

import java.io.IOException;
import java.io.Serializable;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.rowmark.clients.coordination.Assembly.Event;
import org.rowmark.clients.coordination.Assembly.Kind;
import org.rowmark.clients.coordination.SimulatedClients.Step;
import org.rowmark.util.Secret;

/**
 * A program that measures what the coordination of clients costs: the real coordinator in this process, and clients whose
 * forks need no time in others, each with a session of its own. Its arguments are numbers of clients, such as {@code 64},
 * in one process, or {@code 64/64}, in so many.
 *
 * <p>A meeting is the time from the first message that lets a client go on to that by which the last one has come again.
 * A round is what a cell of six iterations sends: an order to each client, the round trips for its clock, a meeting
 * before each iteration and two of the workload, and a result after each iteration.
 */
public final class CoordinationCost {
    /** The length of an order and of a result, compressed. */
    private static final int ORDER_BYTES = 2500;

    static final int RESULT_BYTES = 8000;

    private static final int ITERATIONS = 6;
    private static final int OTHER_MEETINGS = 2;
    private static final int ROUNDS = 5;
    private static final int MOST_MEETINGS = 200;
    private static final int MESSAGES = 20_000;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MB = 1e6;

    private final Assembly assembly;
    private final int clients;
    private final byte[] order = new byte[ORDER_BYTES];

    private CoordinationCost(Assembly assembly, int clients) {
        this.assembly = assembly;
        this.clients = clients;
        new Random(2).nextBytes(order);
    }

    /** Measures with each number of clients, and prints what it took. */
    public static void main(String... counts) throws IOException, InterruptedException {
        for (String count : counts) {
            Path directory = Files.createTempDirectory("rowmark-coordination");
            String[] numbers = count.split("/", -1);
            int clients = Integer.parseInt(numbers[0]);
            int processes = numbers.length == 1 ? 1 : Integer.parseInt(numbers[1]);
            InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Secret token = Secret.random();
            long before = heap();
            long start = System.nanoTime();
            try (Coordinator coordinator = Coordinator.start(listen, directory, clients);
                    Assembly assembly = Assembly.begin(coordinator.address(), token, clients)) {
                System.out.printf(
                        Locale.ROOT, "%d clients in %d: ready after %.1f s", clients, processes, seconds(start));
                List<Process> members = members(coordinator.address(), token, clients, processes);
                new CoordinationCost(assembly, clients).measure();
                System.out.printf(Locale.ROOT, ", heap %.0f MB%n", (heap() - before) / BYTES_PER_MB);
                for (Process process : members) {
                    process.getOutputStream().close();
                    process.waitFor();
                }
            }
            Files.delete(directory);
        }
        System.exit(0);
    }

    private static List<Process> members(InetSocketAddress coordinator, Secret token, int clients, int processes)
            throws IOException {
        List<Process> members = new ArrayList<>();
        for (int process = 0; process < processes; process++) {
            Process started = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xss256k",
                            "-XX:+UseSerialGC", // as real clients
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            SimulatedClients.class.getName(),
                            "" + coordinator.getPort(),
                            new ClientNumber(1 + process * clients / processes, clients).toString(),
                            new ClientNumber((process + 1) * clients / processes, clients).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Writer input = started.outputWriter(StandardCharsets.UTF_8);
            input.write(token.reveal() + "\n");
            input.flush();
            members.add(started);
        }
        return members;
    }

    private void measure() throws IOException {
        long start = System.nanoTime();
        await(Kind.JOINED, Serializable.class);
        System.out.printf(Locale.ROOT, ", joined in %.1f s", seconds(start));
        int count = Math.max(ROUNDS, Math.min(MOST_MEETINGS, MESSAGES / clients));
        Histogram meetings = new Histogram(3);
        for (int i = -count; i < count; i++) {
            long began = System.nanoTime();
            meet(Step.MEET);
            if (i >= 0) {
                meetings.recordValue(System.nanoTime() - began);
            }
        }
        System.out.printf(
                Locale.ROOT,
                ", %d meetings: median %.2f ms, p99 %.2f ms",
                count,
                millis(meetings, 50),
                millis(meetings, 99));
        Histogram rounds = new Histogram(3);
        Histogram errors = new Histogram(3);
        for (int i = -1; i < ROUNDS; i++) {
            long began = System.nanoTime();
            round(i >= 0 ? errors : new Histogram(3));
            if (i >= 0) {
                rounds.recordValue(System.nanoTime() - began);
            }
        }
        System.out.printf(
                Locale.ROOT,
                ", %d rounds: median %.0f ms, longest %.0f ms, clocks ± %.2f ms, at most %.2f ms",
                ROUNDS,
                millis(rounds, 50),
                millis(rounds, 100),
                millis(errors, 50),
                millis(errors, 100));
    }

    private void round(Histogram errors) throws IOException {
        for (int number = 1; number <= clients; number++) {
            assembly.send(number, order);
        }
        for (ClockOffset clock : await(Kind.SENT, ClockOffset.class)) {
            errors.recordValue(clock.error().toNanos());
        }
        for (int i = 0; i < OTHER_MEETINGS; i++) {
            meet(Step.MEET);
        }
        for (int i = 1; i <= ITERATIONS; i++) {
            meet(Step.DELIVER_AND_MEET);
        }
    }

    private void meet(Step step) throws IOException {
        assembly.sendAll(step);
        await(Kind.SENT, SimulatedClients.Came.class);
    }

    /** Waits for an event of a kind from each client, and returns what they sent. */
    private <T> List<T> await(Kind kind, Class<T> content) throws IOException {
        List<T> sent = new ArrayList<>();
        while (sent.size() < clients) {
            Event event = assembly.next(TimeUnit.MINUTES.toMillis(2)).orElseThrow();
            if (event.kind() == Kind.LEFT) {
                throw new IOException("client " + event.number() + " left");
            }
            if (event.kind() == kind && content.isInstance(event.content().orElseThrow())) {
                sent.add(content.cast(event.content().get()));
            }
        }
        return sent;
    }

    private static double millis(Histogram times, double percentile) {
        return times.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / NANOS_PER_MILLI / TimeUnit.SECONDS.toMillis(1);
    }

    /** Returns the bytes of the heap that are in use after a collection. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}

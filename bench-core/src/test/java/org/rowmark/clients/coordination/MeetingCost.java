package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.rowmark.clients.coordination.Assembly.Kind;
import org.rowmark.util.Secret;

/**
 * A program that measures how long a meeting of clients takes: from the message of the last one that comes to that by
 * which the last one goes on. All are in this process, each with a session of its own; its arguments are numbers of
 * clients.
 */
public final class MeetingCost {
    private static final int MEETINGS = 200;
    private static final double NANOS_PER_MILLI = 1e6;

    private MeetingCost() {}

    /** Measures with each number of clients, and prints percentiles. */
    public static void main(String... counts) throws IOException, InterruptedException {
        for (String count : counts) {
            Path directory = Files.createTempDirectory("rowmark-meeting");
            InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Secret token = Secret.random();
            try (Coordinator coordinator = Coordinator.start(listen, directory);
                    Assembly assembly = Assembly.begin(coordinator.address(), token, Integer.parseInt(count))) {
                measure(coordinator, assembly, token, Integer.parseInt(count));
            }
            Files.delete(directory);
        }
        System.exit(0);
    }

    private static void measure(Coordinator coordinator, Assembly assembly, Secret token, int clients)
            throws IOException, InterruptedException {
        BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();
        List<Membership> members = new ArrayList<>();
        for (int number = 1; number <= clients; number++) {
            members.add(Membership.join(coordinator.address(), token, number, "", new Membership.Receiver() {
                @Override
                public void message(Object message) {
                    arrived.add(message);
                }

                @Override
                public void isCutOff() {
                    throw new IllegalStateException("cut off");
                }

                @Override
                public void isLost() {
                    throw new IllegalStateException("lost");
                }
            }));
        }
        Histogram all = new Histogram(3);
        for (int meeting = -MEETINGS; meeting < MEETINGS; meeting++) {
            long start = System.nanoTime();
            for (Membership member : members) {
                member.send("came");
            }
            for (int came = 0; came < clients; ) {
                came += assembly.next(TimeUnit.MINUTES.toMillis(1))
                                        .orElseThrow()
                                        .kind()
                                == Kind.SENT
                        ? 1
                        : 0;
            }
            for (int number = 1; number <= clients; number++) {
                assembly.send(number, "go on");
            }
            for (int gone = 0; gone < clients; gone++) {
                arrived.take();
            }
            if (meeting >= 0) {
                all.recordValue(System.nanoTime() - start);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d clients: %d meetings, median %.2f ms, p99 %.2f ms, clock ± %s%n",
                clients,
                MEETINGS,
                all.getValueAtPercentile(50) / NANOS_PER_MILLI,
                all.getValueAtPercentile(99) / NANOS_PER_MILLI,
                Duration.ofNanos(members.get(0).clock().error().toNanos()));
        for (Membership member : members) {
            member.close();
        }
    }
}

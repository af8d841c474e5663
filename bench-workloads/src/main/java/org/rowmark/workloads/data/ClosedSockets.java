package org.rowmark.workloads.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.fork.ForkSignals;

/**
 * The bound on connections that were opened and closed a short time ago. The operating system keeps the port of each of
 * them for a minute, in the state TIME_WAIT, and has about 28,000 (Linux: 32768 to 60999). When they run out, opening a
 * connection fails; before that, it takes longer to find a free one. So an iteration begins when no more than
 * {@value #MOST_BEFORE} ports are kept, and fails when it leaves more than {@value #MOST_AFTER}, which is where half of
 * them are free no longer and the search decides what is measured. Between iterations nothing is measured, so waiting
 * there changes no score.
 *
 * @param kept how many ports are kept; empty where the system does not report it
 * @param limit of the wait, longer than a port is kept
 */
public record ClosedSockets(Supplier<OptionalInt> kept, Duration limit) {
    /** The most kept ports with which an iteration begins. */
    static final int MOST_BEFORE = 7_000;

    /** The most kept ports that an iteration leaves. */
    static final int MOST_AFTER = 14_000;

    private static final Path STATISTICS = Path.of("/proc/net/sockstat");
    private static final Pattern TIME_WAIT = Pattern.compile("(?m)^TCP:.* tw (\\d+)");
    private static final Duration STEP = Duration.ofMillis(100);

    /** Returns those of this machine: known on Linux only. */
    public static ClosedSockets ofThisMachine() {
        return new ClosedSockets(ClosedSockets::read, Duration.ofSeconds(70));
    }

    /** Waits until an iteration may begin, or the limit. */
    public void await() throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (kept.get().orElse(0) > MOST_BEFORE && System.nanoTime() - end < 0) {
            ForkSignals.progress("waiting for the ports of closed connections");
            Thread.sleep(STEP.toMillis());
        }
    }

    /** @throws IllegalStateException if the iteration left too many */
    public void check() {
        int now = kept.get().orElse(0);
        if (now > MOST_AFTER) {
            throw new IllegalStateException(now + " closed connections still keep their ports, more than " + MOST_AFTER
                    + ": finding a free one was measured; give a shorter --time or fewer --threads");
        }
    }

    private static OptionalInt read() {
        try {
            return timeWait(Files.readString(STATISTICS));
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns the number in the text of {@code /proc/net/sockstat}. */
    static OptionalInt timeWait(String statistics) {
        Matcher found = TIME_WAIT.matcher(statistics);
        return found.find() ? OptionalInt.of(Integer.parseInt(found.group(1))) : OptionalInt.empty();
    }
}

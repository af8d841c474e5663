package org.rowmark.link;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.UsageException;

/**
 * A link that the Linux kernel simulates, on the loopback device of a network namespace of its own: netem delays, tbf
 * limits the bandwidth. It checks the relay; nothing else of this machine is affected.
 *
 * @param kind of the queueing discipline
 */
public record KernelLink(Kind kind, LinkSpec spec) {
    /** The queueing disciplines. */
    public enum Kind {
        /** Delay, jitter and bandwidth. */
        NETEM,
        /** Bandwidth only. */
        TBF
    }

    private static final long BITS_PER_BYTE = 8;
    private static final long BURSTS_PER_SECOND = 500;

    /** A bucket must hold a packet of the loopback device. */
    private static final long LEAST_BURST = 1 << 17;

    /** @throws UsageException if this kind of queueing discipline cannot do it */
    public KernelLink {
        if (kind == Kind.TBF && (spec.bandwidth().isEmpty() || !spec.rtt().isZero())) {
            throw new UsageException(
                    "tbf limits the bandwidth and delays nothing: give --link bandwidth=100m or the like");
        }
    }

    String name() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds what is missing on this machine, by trying.
     *
     * @return one line; empty if nothing is
     */
    public Optional<String> missing() throws IOException {
        try {
            Process process = ChildEnvironment.of(prefix("true"))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0
                    ? Optional.empty()
                    : Optional.of(name() + " is missing here: "
                            + output.lines().findFirst().orElse("no message"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted");
        } catch (IOException e) {
            return Optional.of(
                    name() + " is missing here: it needs Linux, root, unshare, ip and tc: " + e.getMessage());
        }
    }

    /** Returns the program that runs another one over the link. */
    List<String> prefix() {
        return prefix("exec \"$@\"");
    }

    private List<String> prefix(String then) {
        return List.of(
                "unshare",
                "--net",
                "sh",
                "-c",
                "ip link set lo up && tc qdisc add dev lo root " + discipline() + " && " + then,
                "sh");
    }

    private String discipline() {
        String rate = spec.bandwidth().isPresent() ? " rate " + spec.bandwidth().getAsLong() + "bit" : "";
        if (kind == Kind.TBF) {
            long burst = Math.max(LEAST_BURST, spec.bandwidth().getAsLong() / BITS_PER_BYTE / BURSTS_PER_SECOND);
            return "tbf" + rate + " burst " + burst + " latency 50ms";
        }
        String jitter = spec.jitter().isZero() ? "" : " " + spec.jitter().toNanos() / 2000.0 + "us";
        return "netem delay " + spec.rtt().toNanos() / 2000.0 + "us" + jitter + rate;
    }
}

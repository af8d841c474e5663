package org.rowmark.options;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/**
 * How several clients measure at the same time.
 *
 * @param listen where clients that are started by hand join; empty where they are started
 * @param leastOverlap the smallest part of the longest client's time in which all must work
 */
public record ClientOptions(ClientsChoice choice, Optional<InetSocketAddress> listen, double leastOverlap) {
    private static final double DEFAULT_OVERLAP = 0.95;

    /** Returns the clients of a run; empty where this process measures. */
    public static Optional<ClientOptions> of(RunOptions options) {
        Optional<InetSocketAddress> listen = options.get(RunOption.LISTEN);
        listen.filter(address -> address.isUnresolved() || !address.getAddress().isLoopbackAddress())
                .ifPresent(address -> {
                    throw new UsageException(RunOption.LISTEN.name() + " " + SocketAddresses.text(address)
                            + ": the run listens for this machine alone; give 127.0.0.1:" + address.getPort()
                            + ", which other machines reach through ssh -N -R " + address.getPort() + ":127.0.0.1:"
                            + address.getPort() + " MACHINE");
                });
        double overlap = options.get(RunOption.OVERLAP).orElse(DEFAULT_OVERLAP);
        return options.get(RunOption.CLIENTS).map(clients -> new ClientOptions(clients, listen, overlap));
    }

    /** Returns the clients in other numbers. */
    public ClientOptions with(List<Integer> counts) {
        return new ClientOptions(new ClientsChoice(counts, choice.file()), listen, leastOverlap);
    }
}

package org.rowmark.options;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/**
 * How several clients measure at the same time.
 *
 * @param choice how many, and where
 * @param listen where clients that are started by hand join; empty where they are started
 * @param leastOverlap the smallest part of the longest client's time in which all must work
 */
public record ClientOptions(ClientsChoice choice, Optional<InetSocketAddress> listen, double leastOverlap) {
    private static final double DEFAULT_OVERLAP = 0.95;

    /** Returns those of a run; empty where this process measures. */
    public static Optional<ClientOptions> of(RunOptions options) {
        Optional<ClientsChoice> choice = options.get(RunOption.CLIENTS);
        Optional<InetSocketAddress> listen = options.get(RunOption.LISTEN);
        Optional<Double> overlap = options.get(RunOption.OVERLAP);
        if (choice.isEmpty()) {
            listen.ifPresent(given -> refuseAlone(RunOption.LISTEN.words(given)));
            overlap.ifPresent(given -> refuseAlone(RunOption.OVERLAP.words(given)));
        }
        choice.flatMap(ClientsChoice::file).filter(file -> listen.isPresent()).ifPresent(file -> {
            throw new UsageException(
                    RunOption.LISTEN.name() + ": is for clients that are started by hand, and those of " + file
                            + " are started; give a number of clients, or leave it out");
        });
        listen.filter(address -> address.isUnresolved() || !address.getAddress().isLoopbackAddress())
                .ifPresent(address -> {
                    throw new UsageException(RunOption.LISTEN.name() + " " + SocketAddresses.text(address)
                            + ": the run listens for this machine alone; give 127.0.0.1:" + address.getPort()
                            + ", which other machines reach through ssh -N -R " + address.getPort() + ":127.0.0.1:"
                            + address.getPort() + " MACHINE");
                });
        return choice.map(clients -> new ClientOptions(clients, listen, overlap.orElse(DEFAULT_OVERLAP)));
    }

    private static void refuseAlone(List<String> option) {
        throw new UsageException(String.join(" ", option) + ": goes with " + RunOption.CLIENTS.name());
    }

    /** Returns the same with other numbers of clients. */
    public ClientOptions with(List<Integer> counts) {
        return new ClientOptions(new ClientsChoice(counts, choice.file()), listen, leastOverlap);
    }
}

package org.rowmark.clients.rules;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rowmark.clients.launch.ClientHost;
import org.rowmark.clients.launch.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/** The clients, where they join by hand, and the least part of the longest one's time in which all must work. */
public record ClientOptions(ClientsChoice choice, Optional<InetSocketAddress> listen, double leastOverlap) {
    private static final double DEFAULT_OVERLAP = 0.95;

    /** Returns the clients of a run, by default all of the clients file; empty where this process measures. */
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
        return options.get(RunOption.CLIENTS)
                .map(choice -> new ClientOptions(
                        choice.file().map(file -> ofFile(choice, file)).orElse(choice), listen, overlap));
    }

    private static ClientsChoice ofFile(ClientsChoice choice, Path file) {
        int size = ClientHost.read(file).size();
        if (choice.most() > size) {
            throw new UsageException(
                    option(choice) + ": " + file + " has " + size + (size == 1 ? " client" : " clients"));
        }
        return choice.counts().isEmpty() ? new ClientsChoice(List.of(size), choice.file()) : choice;
    }

    public void requireReachable(List<Target> targets) {
        boolean areHere = choice.file().stream()
                .flatMap(file -> ClientHost.read(file).stream())
                .allMatch(ClientHost::isHere);
        targets.stream()
                .filter(target -> !areHere
                        && (target.server() != ServerKind.EXTERNAL
                                || target.url()
                                        .filter(url -> new JdbcUrl(url).isLoopback())
                                        .isPresent()))
                .findFirst()
                .ifPresent(target -> {
                    throw new UsageException(option(choice) + ": target '" + target.name()
                            + "' is a server for this machine alone, and not all clients of the file are on it; give a"
                            + " target with a url: that they reach");
                });
    }

    private static String option(ClientsChoice clients) {
        return String.join(" ", RunOption.CLIENTS.words(clients));
    }
}

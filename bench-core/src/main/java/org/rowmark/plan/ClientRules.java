package org.rowmark.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rowmark.clients.launch.ClientsFile;
import org.rowmark.options.ClientOptions;
import org.rowmark.options.ClientOptions.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The clients of a run, as far as their file decides. */
final class ClientRules {
    private ClientRules() {}

    /**
     * Returns the clients of a run, by default as many as the clients file has.
     *
     * @throws UsageException if the file cannot be read or has fewer than are wanted
     */
    static Optional<ClientOptions> of(RunOptions options) {
        return ClientOptions.of(options)
                .map(clients -> clients.choice()
                        .file()
                        .map(file -> ofFile(clients, file))
                        .orElse(clients));
    }

    private static ClientOptions ofFile(ClientOptions clients, Path file) {
        int size = ClientsFile.read(file).size();
        if (clients.choice().most() > size) {
            throw new UsageException(
                    option(clients.choice()) + ": " + file + " has " + size + (size == 1 ? " client" : " clients"));
        }
        return clients.choice().counts().isEmpty() ? clients.with(List.of(size)) : clients;
    }

    /** Requires that clients on other machines reach the targets. */
    static void requireReachable(ClientsChoice clients, List<Target> targets) {
        boolean areHere = clients.file().stream()
                .flatMap(file -> ClientsFile.read(file).stream())
                .allMatch(host -> host.isHere());
        targets.stream()
                .filter(target -> !areHere
                        && (target.server() != ServerKind.EXTERNAL
                                || target.url()
                                        .filter(url -> new JdbcUrl(url).isLoopback())
                                        .isPresent()))
                .findFirst()
                .ifPresent(target -> {
                    throw new UsageException(option(clients) + ": target '" + target.name()
                            + "' is a server for this machine alone, and not all clients of the file are on it; give a"
                            + " target with a url: that they reach");
                });
    }

    private static String option(ClientsChoice clients) {
        return String.join(" ", RunOption.CLIENTS.words(clients));
    }
}

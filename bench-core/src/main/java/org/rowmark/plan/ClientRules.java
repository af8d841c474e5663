package org.rowmark.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rowmark.clients.launch.ClientsFile;
import org.rowmark.options.ClientOptions;
import org.rowmark.options.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;

/** The rules for several clients that measure at the same time. */
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
            throw new UsageException(String.join(" ", RunOption.CLIENTS.words(clients.choice())) + ": " + file + " has "
                    + size + (size == 1 ? " client" : " clients"));
        }
        return clients.choice().counts().isEmpty() ? clients.with(List.of(size)) : clients;
    }

    /** Requires that several clients can measure this. */
    static void require(ClientsChoice clients, List<Target> targets, List<Workload> workloads, RoundOrder order) {
        String option = String.join(" ", RunOption.CLIENTS.words(clients));
        for (Target target : targets) {
            if (target.server() == ServerKind.EMBEDDED) {
                throw new UsageException(option + ": target '" + target.name() + "' is a database in the process that"
                        + " measures, which several clients cannot share; give a server, for example postgresql");
            }
        }
        if (clients.file().stream()
                .flatMap(file -> ClientsFile.read(file).stream())
                .anyMatch(host -> !host.isHere())) {
            targets.forEach(target -> requireReachable(target, option));
        }
        for (Workload workload : workloads) {
            if (workload.info().oneThread()) {
                throw new UsageException(option + ": " + workload.name() + " is one operation of one thread; leave "
                        + RunOption.CLIENTS.name() + " out");
            }
        }
        if (order == RoundOrder.TURNS) {
            throw new UsageException(option
                    + ": several clients measure at the same time, and cannot take turns; use --order interleaved");
        }
    }

    private static void requireReachable(Target target, String option) {
        if (target.server() != ServerKind.EXTERNAL
                || target.url().filter(url -> new JdbcUrl(url).isLoopback()).isPresent()) {
            throw new UsageException(
                    option + ": target '" + target.name() + "' is a server for this machine alone, and not all"
                            + " clients of the file are on it; give a target with a url: that they reach");
        }
    }
}

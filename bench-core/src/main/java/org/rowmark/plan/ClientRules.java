package org.rowmark.plan;

import java.util.List;
import java.util.Optional;
import org.rowmark.options.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;

/** The rules for several clients that measure at the same time. */
final class ClientRules {
    private ClientRules() {}

    /** Returns the clients that the user wants; empty without the option. */
    static Optional<ClientsChoice> resolve(RunOptions options) {
        Optional<ClientsChoice> clients = options.get(RunOption.CLIENTS);
        options.get(RunOption.LISTEN).filter(address -> clients.isEmpty()).ifPresent(address -> {
            throw new UsageException(
                    RunOption.LISTEN.name() + " " + SocketAddresses.text(address) + ": goes with --clients N");
        });
        return clients;
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
        for (Workload workload : workloads) {
            if (workload.isOfOneThread()) {
                throw new UsageException(option + ": " + workload.name() + " is one operation of one thread; leave "
                        + RunOption.CLIENTS.name() + " out");
            }
        }
        if (order == RoundOrder.TURNS) {
            throw new UsageException(
                    option + ": several clients measure at the same time, and cannot take turns; use --order interleaved");
        }
    }
}

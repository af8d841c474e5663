package org.rowmark.plan;

import java.util.List;
import org.rowmark.options.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;

/** The rules for several clients that measure at the same time. */
final class ClientRules {
    private ClientRules() {}

    /** Requires that several clients can measure this. */
    static void require(ClientsChoice clients, List<Target> targets, List<Workload> workloads, RoundOrder order) {
        String option = String.join(" ", RunOption.CLIENTS.words(clients));
        clients.file().ifPresent(file -> {
            throw new UsageException(option + ": give numbers of clients, such as 4 or 1,2,4");
        });
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
            throw new UsageException(option
                    + ": several clients measure at the same time, and cannot take turns; use --order interleaved");
        }
    }
}

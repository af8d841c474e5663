package org.rowmark.plan;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** The rules for servers that ran before Rowmark and that others may use. */
public final class ExternalServers {
    private ExternalServers() {}

    /** @throws UsageException naming the first production target and what would change it */
    static void requireOnlyReading(
            List<Target> targets, List<Workload> chosen, WorkloadOptions options, Workloads known) {
        targets.forEach(ExternalServers::requireKept);
        targets.stream()
                .filter(Target::isProduction)
                .findFirst()
                .ifPresent(target -> changing(chosen, options).ifPresent(change -> {
                    throw target.problem("production: true allows workloads that only read ("
                            + known.list().stream()
                                    .filter(Workload::onlyReads)
                                    .map(Workload::name)
                                    .collect(Collectors.joining(", "))
                            + "), and " + change);
                }));
    }

    /** Requires that a production target has no settings. */
    private static void requireKept(Target target) {
        if (target.isProduction() && !target.settings().isEmpty()) {
            throw target.problem("production: true allows no changes, and its settings (" + names(target)
                    + ") would be changed; leave them out");
        }
    }

    private static Optional<String> changing(List<Workload> chosen, WorkloadOptions options) {
        return chosen.stream()
                .filter(workload -> !workload.onlyReads())
                .findFirst()
                .map(workload -> workload.name() + " does not")
                .or(() -> RunOption.writing().stream()
                        .filter(option -> options.get(option).isPresent())
                        .findFirst()
                        .map(option -> option.name() + " changes data"));
    }

    /**
     * Requires that the settings of servers that run already are changed with consent only, and those of production
     * targets not at all.
     *
     * @param answer to a question in one line, which is not put if they do
     * @throws UsageException naming the targets and their settings
     */
    public static void requireConsent(List<Target> targets, boolean isConfirmed, Predicate<String> answer) {
        targets.forEach(ExternalServers::requireKept);
        String changed = targets.stream()
                .filter(target -> target.server() == ServerKind.EXTERNAL
                        && !target.settings().isEmpty())
                .map(target -> "target '" + target.name() + "': " + names(target))
                .collect(Collectors.joining("; "));
        if (isConfirmed || changed.isEmpty()) {
            return;
        }
        String what = "settings of external servers would be changed, and put back after each round (" + changed + ")";
        if (!answer.test(what + "; continue?")) {
            throw new UsageException(what + "; allow it with " + RunOption.YES.name());
        }
    }

    private static String names(Target target) {
        return String.join(", ", target.settings().keySet());
    }
}

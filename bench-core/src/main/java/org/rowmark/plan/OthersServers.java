package org.rowmark.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** The rules for servers that ran before Rowmark and that others may use. */
public final class OthersServers {
    private OthersServers() {}

    /**
     * Requires that nothing is changed on production targets.
     *
     * @param chosen workloads of the run
     * @throws UsageException naming the first target and what would change it
     */
    static void requireOnlyReading(
            List<Target> targets, List<Workload> chosen, WorkloadOptions options, Workloads known) {
        for (Target target : targets) {
            if (target.isProduction()) {
                changing(target, chosen, options).ifPresent(change -> {
                    throw target.problem("production: true allows workloads that only read ("
                            + known.list().stream()
                                    .filter(Workload::onlyReads)
                                    .map(Workload::name)
                                    .collect(Collectors.joining(", "))
                            + "), and " + change);
                });
            }
        }
    }

    private static Optional<String> changing(Target target, List<Workload> chosen, WorkloadOptions options) {
        if (!target.settings().isEmpty()) {
            return Optional.of("its settings (" + names(target) + ") would be changed; leave them out");
        }
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
     * Returns the question whether the settings of servers that run already may be changed, in one line.
     *
     * @return empty if none is, or the options confirm it
     */
    public static Optional<String> question(RunRequest request, boolean isConfirmed) {
        List<String> changed = request.targets().stream()
                .filter(target -> target.server() == ServerKind.EXTERNAL
                        && !target.settings().isEmpty())
                .map(target -> "target '" + target.name() + "': " + names(target))
                .toList();
        return isConfirmed || changed.isEmpty()
                ? Optional.empty()
                : Optional.of("settings of servers that run already would be changed and put back at the end ("
                        + String.join("; ", changed) + ")");
    }

    /** Returns the error where nobody can answer the question. */
    public static UsageException unanswered(String question) {
        return new UsageException(question + "; allow it with " + RunOption.YES.name());
    }

    private static String names(Target target) {
        return String.join(", ", target.settings().keySet());
    }
}

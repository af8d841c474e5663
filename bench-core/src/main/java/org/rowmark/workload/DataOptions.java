package org.rowmark.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.util.UsageException;

/**
 * What the data of a run comes from.
 *
 * @param seed of all generated data, and of the order of cells
 * @param scale size of generated data, see {@link Scale}
 * @param backup what workloads that restore restore, as the user named it; empty: one that is made of generated data. It may
 *     be a path on the server.
 */
public record DataOptions(long seed, double scale, Optional<Path> backup) {
    /**
     * Completes what a user said by what the study says.
     *
     * @throws UsageException naming an option that none of the workloads has a use for
     */
    public static DataOptions resolve(RunOptions options, RunOptions study, List<Workload> workloads, long seed) {
        requireUse(options, RunOption.SCALE, workloads, Workload::isScaled, "generates data of a size to choose");
        requireUse(options, RunOption.BACKUP, workloads, Workload::isRestore, "restores a backup");
        double scale = options.or(study, RunOption.SCALE).orElse(Scale.QUICK);
        return new DataOptions(seed, scale, options.get(RunOption.BACKUP));
    }

    private static <T> void requireUse(
            RunOptions options, RunOption<T> option, List<Workload> workloads, Predicate<Workload> uses, String does) {
        Optional<T> said = options.get(option);
        if (said.isPresent() && workloads.stream().noneMatch(uses)) {
            String names = workloads.stream().map(Workload::name).collect(Collectors.joining(", "));
            throw new UsageException(String.join(" ", option.words(said.get())) + ": none of this run's workloads "
                    + does + " (" + names + "); leave it out");
        }
    }
}

package org.rowmark.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.fixture.Session;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.util.UsageException;

/**
 * The options of a run that its workloads take, but for pools and rates, which are parameters of cells.
 *
 * @param values as text, by {@link RunOption#key}
 */
public record WorkloadOptions(Map<String, String> values) {
    public WorkloadOptions {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Completes the user's options by those of the study and by defaults.
     *
     * @throws UsageException naming an option that none of the workloads takes, unless its value is the default
     */
    public static WorkloadOptions resolve(RunOptions options, RunOptions study, List<Workload> workloads) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(RunOption.SCALE.key(), Scale.text(Scale.QUICK));
        for (RunOption<?> option : RunOption.ofWorkloads()) {
            options.text(option)
                    .filter(text -> !text.equals(values.get(option.key())))
                    .ifPresent(text -> requireTaken(option, text, workloads));
            options.text(option).or(() -> study.text(option)).ifPresent(text -> values.put(option.key(), text));
        }
        values.keySet().removeAll(Session.DEFAULTS.keySet());
        return new WorkloadOptions(values);
    }

    /** Returns whether an option of the run sets the parameter. */
    public static boolean areOf(String parameter) {
        return Session.DEFAULTS.containsKey(parameter);
    }

    public <T> Optional<T> get(RunOption<T> option) {
        return Optional.ofNullable(values.get(option.key())).map(option::parse);
    }

    /** Selects the values of the options that a workload takes. */
    public Map<String, String> of(Workload workload) {
        Map<String, String> taken = new LinkedHashMap<>();
        workload.options().stream()
                .map(RunOption::key)
                .filter(values::containsKey)
                .forEach(key -> taken.put(key, values.get(key)));
        return taken;
    }

    private static void requireTaken(RunOption<?> option, String text, List<Workload> workloads) {
        if (workloads.stream().noneMatch(workload -> workload.takes(option))) {
            String names = workloads.stream().map(Workload::name).collect(Collectors.joining(", "));
            throw new UsageException((option.name() + " " + text).strip() + ": none of this run's workloads "
                    + option.use().orElseThrow() + " (" + names + "); leave it out");
        }
    }
}

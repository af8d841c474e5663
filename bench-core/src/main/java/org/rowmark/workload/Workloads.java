package org.rowmark.workload;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rowmark.fixture.Session;
import org.rowmark.options.RunOption;
import org.rowmark.util.Secrets;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/**
 * The workloads on the class path: what JMH's annotation processor has listed in {@code META-INF/BenchmarkList} and
 * {@link WorkloadInfo} describes.
 */
public final class Workloads {
    /** The parameter that every workload has and that is not its own: the name of its target. */
    public static final String TARGET_PARAMETER = "target";

    private static final OutputFormat SILENT = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);

    private final Map<String, Workload> byName;

    private Workloads(Map<String, Workload> byName) {
        this.byName = byName;
        byName.keySet().forEach(Secrets::registerName);
    }

    /**
     * @throws IllegalStateException if a listed class is not described or has two benchmark methods: a mistake in the
     *     class
     */
    public static Workloads all() {
        Map<String, Workload> byName = new TreeMap<>();
        for (BenchmarkListEntry entry : BenchmarkList.defaultList().getAll(SILENT, List.of())) {
            Workload workload = workload(entry);
            Workload other = byName.put(workload.name(), workload);
            if (other != null && !other.benchmark().equals(workload.benchmark())) {
                throw new IllegalStateException(
                        "two benchmark methods share the name " + workload.name() + "; a workload has one");
            }
        }
        return new Workloads(byName);
    }

    public Collection<Workload> list() {
        return byName.values();
    }

    /** @throws UsageException naming the nearest ones, if there is no such workload */
    public Workload named(String name) {
        Workload workload = byName.get(name);
        if (workload == null) {
            throw Suggestions.unknown("workload", name, byName.keySet());
        }
        return workload;
    }

    public Workload of(Class<?> type) {
        return named(Workload.nameOf(type.getSimpleName()));
    }

    private static Workload workload(BenchmarkListEntry entry) {
        Class<?> type = load(entry.getUserClassQName());
        WorkloadInfo info = type.getAnnotation(WorkloadInfo.class);
        if (info == null) {
            throw new IllegalStateException(type.getName() + " has a benchmark method but no @WorkloadInfo");
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        entry.getParams().orElse(Map.of()).forEach((name, values) -> parameters.put(name, Arrays.asList(values)));
        parameters.remove(TARGET_PARAMETER);
        parameters.keySet().removeAll(Session.DEFAULTS.keySet());
        return new Workload(
                Workload.nameOf(type.getSimpleName()),
                type,
                info,
                entry.getUsername(),
                entry.getMode(),
                parameters,
                options(type, info));
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "META-INF/BenchmarkList names " + name + ", which is not on the class path", e);
        }
    }

    private static Set<RunOption<?>> options(Class<?> type, WorkloadInfo info) {
        Set<RunOption<?>> taken = new LinkedHashSet<>();
        for (String key : info.options()) {
            taken.add(RunOption.ofWorkloads().stream()
                    .filter(option -> option.key().equals(key))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            type.getName() + " takes '" + key + "', which is no option of workloads")));
        }
        if (taken.contains(RunOption.POOL)) { // its operations are those of sessions, which can have a rate
            taken.addAll(List.of(RunOption.RATE, RunOption.ARRIVALS, RunOption.FIND_MAX));
        }
        return taken;
    }
}

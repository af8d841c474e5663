package org.rowmark.workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rowmark.db.Database;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Session;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.Workloads;

/** A workload with one combination of the parameter values that it lists itself. */
record Cell(Class<?> workload, Map<String, String> parameters) {

    /** The workloads that JMH's annotation processor found; those of bench-core's tests may be on the class path too. */
    static List<BenchmarkListEntry> entries() {
        OutputFormat quiet = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
        return List.copyOf(
                BenchmarkList.defaultList().find(quiet, List.of("^org\\.rowmark\\.workloads\\."), List.of()));
    }

    static Map<String, String[]> parametersOf(BenchmarkListEntry entry) {
        Map<String, String[]> parameters = new TreeMap<>(entry.getParams().orElse(Map.of()));
        parameters.remove("target");
        parameters.keySet().removeAll(Session.DEFAULTS.keySet());
        return parameters;
    }

    static List<Cell> all() throws ClassNotFoundException {
        List<Cell> cells = new ArrayList<>();
        for (BenchmarkListEntry entry : entries()) {
            Class<?> workload = Class.forName(entry.getUserClassQName());
            combinations(parametersOf(entry)).forEach(values -> cells.add(new Cell(workload, values)));
        }
        return cells;
    }

    private static List<Map<String, String>> combinations(Map<String, String[]> parameters) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, String[]> parameter : parameters.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> shorter : combinations) {
                for (String value : parameter.getValue()) {
                    Map<String, String> combination = new TreeMap<>(shorter);
                    combination.put(parameter.getKey(), value);
                    longer.add(combination);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    WorkloadInfo measures() {
        return workload.getAnnotation(WorkloadInfo.class);
    }

    /** Whether it is measured once per fork, by one thread. */
    boolean isSingleShot() {
        return List.of(workload.getAnnotation(BenchmarkMode.class).value()).contains(Mode.SingleShotTime);
    }

    /** Why it cannot run on that database. */
    Optional<String> obstacle(Database database) {
        return obstacle(database, database.features());
    }

    /** Why it cannot run on a server with those features. */
    Optional<String> obstacle(Database database, Set<Feature> features) {
        return Workloads.all().of(workload).obstacle(database.dialect(), features, parameters);
    }

    @Override
    public String toString() {
        return workload.getSimpleName() + " " + parameters;
    }
}

package org.rowmark.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SqlFiles;
import org.rowmark.options.Threads;
import org.rowmark.result.PlannedCell;
import org.rowmark.study.Study;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** The workloads of a run with the values of their parameters: those of the user, of the study, and by default. */
final class Selections {
    private Selections() {}

    static List<Selection> of(RunOptions options, Workloads workloads, Study study) {
        Map<String, Map<String, List<String>>> wanted = new LinkedHashMap<>();
        if (options.workloads().isEmpty()) {
            study.workloads()
                    .forEach((name, given) -> study.lookUp("workloads: " + name + ": ", () -> {
                        requireKnown(given, List.of(workloads.named(name)));
                        return wanted.put(name, given);
                    }));
        } else {
            Map<String, Map<String, List<String>>> studied =
                    options.get(RunOption.STUDY).isPresent() ? study.workloads() : Map.of();
            options.workloads().forEach(name -> wanted.put(name, studied.getOrDefault(name, Map.of())));
        }
        List<Workload> chosen = wanted.keySet().stream().map(workloads::named).toList();
        requireKnown(options.parameters(), chosen);
        List<RunOption<String>> swept = List.of(RunOption.POOL, RunOption.RATE);
        Threads threads = options.or(study.options(), RunOption.THREADS).orElse(Threads.ONE);
        return chosen.stream()
                .map(workload -> {
                    Map<String, List<String>> given = new LinkedHashMap<>(wanted.get(workload.name()));
                    requireKnown(given, List.of(workload));
                    given.putAll(options.parameters());
                    Selection selection = Selection.of(workload, given);
                    for (RunOption<String> option : swept) {
                        Optional<String> values = options.or(study.options(), option);
                        selection = values.isPresent() ? selection.with(option, values.get()) : selection;
                    }
                    selection = threads.areSwept()
                            ? selection.withCounts(PlannedCell.THREADS, threads.counts())
                            : selection;
                    return selection.withFiles(
                            options.get(RunOption.SQL),
                            options.get(RunOption.MIX).isPresent());
                })
                .toList();
    }

    /** Requires that each parameter belongs to at least one of the workloads, and has a value. */
    private static void requireKnown(Map<String, List<String>> parameters, List<Workload> workloads) {
        TreeSet<String> known = workloads.stream()
                .flatMap(workload -> workload.parameters().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        parameters.forEach((name, values) -> {
            if (name.equals(Workloads.TARGET_PARAMETER)) {
                throw new UsageException("-p target=…: name targets with --target");
            }
            if (name.equals(SqlFiles.PARAMETER) && known.contains(name)) {
                throw new UsageException("-p file=…: name files with " + RunOption.SQL.name());
            }
            if (WorkloadOptions.areOf(name)) {
                throw new UsageException("-p " + name + "=…: give values with --" + name);
            }
            Suggestions.require("unknown parameter", name, known);
            if (values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
                throw new UsageException("-p " + name + "=: give at least one value, several separated by commas");
            }
        });
    }
}

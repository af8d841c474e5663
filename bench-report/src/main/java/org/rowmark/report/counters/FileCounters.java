package org.rowmark.report.counters;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.counters.CounterTable.CounterRow;
import org.rowmark.report.counters.CounterTable.Group;
import org.rowmark.result.CounterName;

/**
 * Counters of the files of a kind, one by one.
 *
 * @param heading the kind, in words
 * @param columns of the configurations that tell any
 * @param files those that were written and read most, a group each
 * @param others how many more there are; all values are in counters.csv
 */
public record FileCounters(String heading, List<String> columns, List<Group> files, int others) {
    /** More files of a kind are not shown. */
    static final int MOST = 10;

    /** What is not shown. */
    public String text() {
        String most = others == 0
                ? ""
                : "Of " + (files.size() + others) + " files the " + files.size()
                        + " that were written and read most; the other " + others + " are in counters.csv. ";
        return most + "What was 0 throughout is left out.";
    }

    /**
     * For each kind of which some configuration tells several files, or tells of a file what it does not tell of all.
     *
     * @param names of counters of one file, in the order of their display
     */
    static List<FileCounters> of(Case line, List<CounterName> names, int baseline) {
        Map<String, List<CounterName>> byKind = names.stream()
                .collect(Collectors.groupingBy(CounterName::kind, LinkedHashMap::new, Collectors.toList()));
        List<FileCounters> tables = new ArrayList<>();
        byKind.forEach((kind, ofKind) -> {
            if (line.columnValues().stream().anyMatch(side -> isTelling(side, ofKind))) {
                tables.add(ofKind(line, kind, ofKind, baseline));
            }
        });
        return tables;
    }

    private static boolean isTelling(ColumnValue side, List<CounterName> ofKind) {
        List<CounterName> told =
                ofKind.stream().filter(name -> isReported(side, name)).toList();
        return told.stream().map(CounterName::file).distinct().count() > 1
                || told.stream().anyMatch(name -> !isReported(side, new CounterName(name.kind(), name.name(), "")));
    }

    private static boolean isReported(ColumnValue side, CounterName name) {
        return CounterTable.counts(side).byMetric().containsKey(name.metric());
    }

    private static FileCounters ofKind(Case line, String kind, List<CounterName> ofKind, int baseline) {
        List<Integer> telling = IntStream.range(0, line.columnValues().size())
                .filter(i -> ofKind.stream()
                        .anyMatch(name -> isReported(line.columnValues().get(i), name)))
                .boxed()
                .toList();
        Map<String, List<CounterName>> byFile = ofKind.stream()
                .collect(Collectors.groupingBy(CounterName::file, LinkedHashMap::new, Collectors.toList()));
        List<Group> files = byFile.keySet().stream()
                .sorted(Comparator.<String>comparingDouble(
                                file -> -moved(line, kind, file, CounterText.BYTES_WRITTEN, CounterText.BYTES_READ))
                        .thenComparingDouble(file -> -moved(line, kind, file, CounterText.WRITES, CounterText.READS))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .map(file -> new Group(file, rows(line, byFile.get(file), baseline, telling)))
                .toList();
        return new FileCounters(
                CounterText.kind(kind) + ", one by one",
                telling.stream().map(i -> line.columnValues().get(i).column()).toList(),
                files,
                byFile.size() - files.size());
    }

    /** By all configurations together. */
    private static double moved(Case line, String kind, String file, String... names) {
        return line.columnValues().stream()
                .flatMap(side -> Stream.of(names)
                        .map(name -> CounterTable.counts(side).rounds(new CounterName(kind, name, file).metric())))
                .filter(rounds -> !rounds.isEmpty())
                .mapToDouble(rounds -> Means.mean(rounds).mean())
                .sum();
    }

    private static List<CounterRow> rows(Case line, List<CounterName> ofFile, int baseline, List<Integer> columns) {
        List<CounterName> some = ofFile.stream()
                .filter(name -> line.columnValues().stream()
                        .flatMap(side -> CounterTable.counts(side).rounds(name.metric()).values().stream())
                        .anyMatch(value -> value != 0))
                .toList();
        return CounterTable.rows(line, some, baseline).stream()
                .map(row -> new CounterRow(
                        row.name(), columns.stream().map(row.cells()::get).toList()))
                .toList();
    }
}

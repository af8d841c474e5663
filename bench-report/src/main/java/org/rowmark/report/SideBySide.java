package org.rowmark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Results;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Verdict;
import org.rowmark.util.UsageException;

/**
 * Sources in one view: side by side, or one file of JMH with a parameter as its columns.
 *
 * @param inputs sources of the sides, in their order, followed by a second visit to the first, if any
 * @param sides cells of each side, the baseline's first; both visits are one side
 */
record SideBySide(List<Input> inputs, List<List<Cell>> sides) {
    static SideBySide of(List<Input> inputs) throws IOException {
        List<List<Cell>> sides = ComparisonKeys.needed(Input.cells(inputs));
        Input.requireDistinct(inputs, sides);
        return new SideBySide(inputs, sides);
    }

    /**
     * Returns the view that the options request.
     *
     * @throws UsageException if the sides have no line in common, or the options name something that does not exist
     */
    View view(ReportOptions options) {
        ComparisonKeys keys = keys();
        List<Cell> cells = named();
        Projection projection = projection(
                options.rows(), options.column().or(() -> chosenColumn(options).column()));
        Projection lines = lines();
        List<String> incomplete = List.of();
        boolean areColumns = projection.column().equals(Cell.RUN);
        if (areColumns) {
            keys.requireCommonLines(projection);
            incomplete = incompleteMixed(projection, lines);
            cells = comparable(cells, lines, incomplete);
            if (cells.isEmpty()) {
                keys.requireCommonLines(lines);
                throw keys.nothingMeasured(incomplete);
            }
        }
        List<RunRecord> runs = runs().toList();
        double margin = options.margin()
                .or(() -> runs.stream()
                        .map(run -> run.manifest().method().margin())
                        .findFirst())
                .orElse(MeasurementMethod.DEFAULT_MARGIN);
        ComparisonTable table = ComparisonTable.of(cells, projection, options.baseline(), margin);
        List<Provenance> sources = sources();
        // a file of JMH reports hardly any of a run's facts
        boolean areAlike = runs.isEmpty() || runs.size() == inputs.size();
        Differences differences = areAlike ? Differences.of(sources.subList(0, sides.size())) : Differences.NONE;
        String when = sources.stream()
                .map(source -> source.name() + " " + source.when())
                .collect(Collectors.joining(" · "));
        Results results = new Results(table, sources, differences, cells, runs, List.of());
        return View.of(
                areColumns ? keys.question(projection) : question(table), when, badges(table, incomplete), results);
    }

    /** Returns the column where the options name none: a parameter of a single file, otherwise the sides. */
    ChosenColumn chosenColumn(ReportOptions options) {
        return inputs.size() == 1 && options.column().isEmpty()
                ? ChosenColumn.of(sides.get(0), options)
                : ChosenColumn.NONE;
    }

    /** Returns a projection that distinguishes all lines. */
    Projection lines() {
        return projection(List.of(), Optional.empty());
    }

    /** Returns the cells of each line, one of each side; absent where a side has none. */
    Map<CaseKey, List<Cell>> byLine(Projection lines) {
        List<Cell> absent = Collections.nCopies(sides.size(), Cell.absent());
        Map<CaseKey, List<Cell>> byLine = new LinkedHashMap<>();
        for (int i = 0; i < sides.size(); i++) {
            for (Cell cell : sides.get(i)) {
                byLine.computeIfAbsent(lines.keyOf(cell), none -> new ArrayList<>(absent))
                        .set(i, cell);
            }
        }
        return byLine;
    }

    private Projection projection(List<String> rows, Optional<String> column) {
        List<String> varied = runs().flatMap(run -> run.manifest().request().varied().stream())
                .toList();
        Set<String> excluded = keys().ofSides(runs().count() == inputs.size());
        excluded.addAll(Projection.redundantKeys(varied, sides, column.orElse(Cell.RUN)));
        return Projection.of(named(), rows, column.orElse(Cell.RUN), excluded);
    }

    private Stream<RunRecord> runs() {
        return inputs.stream().flatMap(input -> input.run().stream());
    }

    private ComparisonKeys keys() {
        return new ComparisonKeys(sides, inputs.stream().map(Input::name).toList());
    }

    private List<Cell> named() {
        return IntStream.range(0, sides.size())
                .boxed()
                .flatMap(i -> sides.get(i).stream()
                        .map(cell -> cell.with(Cell.RUN, inputs.get(i).name())))
                .toList();
    }

    /**
     * Returns the lines that were not measured on all sides, if the projection mixes lines: a mean of three lines
     * against a mean of two would compare different work.
     */
    private List<String> incompleteMixed(Projection projection, Projection lines) {
        if (projection.rows().containsAll(lines.rows())) {
            return List.of();
        }
        return byLine(lines).entrySet().stream()
                .filter(line -> !line.getValue().stream().allMatch(Cell::isMeasured))
                .map(line -> line.getKey().title())
                .toList();
    }

    private List<Cell> comparable(List<Cell> cells, Projection lines, List<String> leftOut) {
        boolean hasControl = inputs.size() > sides.size();
        return cells.stream()
                .filter(cell -> !leftOut.contains(lines.keyOf(cell).title()))
                // runs at the same time on two machines overlap by the clock but are not interleaved
                .map(cell -> hasControl ? cell : cell.withValues(cell.values().withStarts(Map.of())))
                .toList();
    }

    private static String question(ComparisonTable table) {
        if (table.columns().size() < 2) {
            throw new UsageException("--col " + table.columnKey() + ": there is one value only, "
                    + String.join("", table.columns()) + ", and nothing to compare it with");
        }
        return table.columns().size() > ChosenColumn.FEW
                ? "Which " + table.columnKey() + " is fastest of "
                        + table.columns().size() + "?"
                : "Which " + table.columnKey() + " is faster: " + String.join(" or ", table.columns()) + "?";
    }

    private List<Provenance> sources() {
        return IntStream.range(0, inputs.size())
                .mapToObj(i -> inputs.get(i).source(inputs.get(i).name() + (i < sides.size() ? "" : " (control)")))
                .toList();
    }

    private List<Badge> badges(ComparisonTable table, List<String> incomplete) {
        List<Badge> badges = new ArrayList<>();
        if (!incomplete.isEmpty()) {
            badges.add(
                    Badge.warning("not measured on all sides and left out of means: " + String.join(", ", incomplete)));
        }
        List<Cell> cells = table.cells()
                .filter(cell -> inputs.stream()
                        .anyMatch(input -> input.file().isPresent()
                                && input.name().equals(cell.keys().get(Cell.RUN))))
                .toList();
        long few = cells.stream()
                .filter(cell -> cell.plannedRounds() < Verdict.LEAST_ROUNDS)
                .count();
        if (few > 0) {
            badges.add(Badge.warning((few == cells.size() ? "" : few + " of " + cells.size() + " cells have ")
                    + "fewer than five forks: rerun with -f " + Verdict.LEAST_ROUNDS + " for verdicts"));
        }
        return List.copyOf(badges);
    }

    /**
     * The parameter that makes the columns of one file where the options name none. It has few values, and nearly every
     * line has all of them. Names are preferred to sizes, because implementations are compared more often than sizes.
     *
     * @param column name; empty where no parameter is suitable, and for several files
     * @param text the choice in words, a line; empty without one
     */
    record ChosenColumn(Optional<String> column, String text) {
        static final ChosenColumn NONE = new ChosenColumn(Optional.empty(), "");

        /** The most values that are seen at a glance. */
        static final int FEW = 6;

        private static final Set<String> NO_COLUMNS = Set.of(Cell.WORKLOAD, Cell.THREADS);
        private static final double MOST_LINES = 0.75;
        private static final Pattern SIZE = Pattern.compile("[-+]?[\\d.,_]+([eE][-+]?\\d+)?\\s?\\w{0,3}");

        /** Returns the first suitable parameter of cells; one that has the baseline is preferred. */
        static ChosenColumn of(List<Cell> cells, ReportOptions options) {
            Map<String, Set<String>> values = Cell.valuesByKey(cells);
            values.values().removeIf(ofKey -> ofKey.size() < 2);
            values.remove(Cell.MODE);
            Optional<String> column = values.keySet().stream()
                    .filter(key -> !NO_COLUMNS.contains(key) && !options.rows().contains(key))
                    .filter(key -> values.get(key).size() <= FEW
                            && isEverywhere(key, values.get(key).size(), cells))
                    .min(Comparator.<String, Boolean>comparing(key ->
                                    !values.get(key).contains(options.baseline().orElse("")))
                            .thenComparing(key -> !key.equals(Cell.TARGET))
                            .thenComparing(key -> values.get(key).stream().allMatch(SIZE.asMatchPredicate()))
                            .thenComparing(key -> values.get(key).size()));
            List<String> others = new ArrayList<>(values.keySet());
            column.ifPresent(others::remove);
            String option = others.isEmpty() ? "" : "; --col takes " + String.join(", ", others);
            String chosen = column.map(key -> "columns: " + key)
                    .orElse("columns: none, because no parameter has few values everywhere");
            return new ChosenColumn(column, values.isEmpty() ? "" : chosen + option + "\n");
        }

        /** Returns whether most combinations of the other keys have all values. */
        private static boolean isEverywhere(String key, int values, List<Cell> cells) {
            long lines = cells.stream()
                    .map(cell -> cell.without(key).keys())
                    .distinct()
                    .count();
            return cells.stream().allMatch(cell -> cell.keys().containsKey(key))
                    && cells.size() >= MOST_LINES * lines * values;
        }
    }
}

package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Verdict;

/**
 * A column compared with the baseline over all lines: the geometric mean of their ratios.
 *
 * @param comparison the mean ratio
 * @param verdict after Holm over the columns
 * @param lines titles of the lines that count
 * @param leftOut titles of those that do not, because some column lacks them
 * @param isInvalid whether a control shows that the environment drifted
 */
public record GeometricMeanRow(
        Comparison comparison, Verdict verdict, List<String> lines, List<String> leftOut, boolean isInvalid) {

    /** Returns the rows by place of the column, without columns that have nothing to compare. */
    public static Map<Integer, GeometricMeanRow> of(ComparisonTable table) {
        Map<Integer, GeometricMean> means = isPaired(table) ? paired(table) : unpaired(table);
        List<Integer> columns = List.copyOf(means.keySet());
        double[] adjusted = Holm.adjust(columns.stream()
                .map(column -> means.get(column).comparison())
                .mapToDouble(mean -> mean.n() < Verdict.LEAST_ROUNDS ? Double.NaN : mean.p())
                .toArray());
        Map<Integer, GeometricMeanRow> overall = new LinkedHashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            GeometricMean mean = means.get(columns.get(i));
            List<RatioResult> rows = results(table, columns.get(i));
            Comparison comparison = mean.comparison().of(design(rows));
            overall.put(
                    columns.get(i),
                    new GeometricMeanRow(
                            comparison,
                            Verdict.of(comparison, adjusted[i], table.margin()),
                            mean.rows(),
                            mean.leftOut(),
                            rows.stream().anyMatch(RatioResult::isInvalid)));
        }
        return overall;
    }

    public VerdictLabel label(double margin) {
        return isInvalid
                ? VerdictLabel.NONE
                : VerdictLabel.of(verdict, margin)
                        .capped(comparison.design().unit().cap());
    }

    private static List<RatioResult> results(ComparisonTable table, int column) {
        return table.rowsOf(column).stream()
                .filter(row -> row.line().metric().isScore())
                .flatMap(row -> row.result().stream())
                .toList();
    }

    private static boolean isPaired(ComparisonTable table) {
        return table.rows().stream()
                .flatMap(row -> row.result().stream())
                .noneMatch(with -> with.logRatios().isEmpty());
    }

    /** Returns the weakest of the rows' designs: the mean is no better than they are. */
    private static Design design(List<RatioResult> rows) {
        Design first = rows.get(0).comparison().design();
        return rows.stream()
                .map(with -> with.comparison().design())
                .filter(design -> !design.badges().isEmpty())
                .findFirst()
                .orElse(first);
    }

    private static Map<Integer, GeometricMean> paired(ComparisonTable table) {
        Map<String, Map<String, Map<Integer, Double>>> byColumn = new LinkedHashMap<>();
        for (int column : table.others()) {
            Map<String, Map<Integer, Double>> ofColumn = new LinkedHashMap<>();
            table.rowsOf(column).stream()
                    .filter(row -> row.line().metric().isScore())
                    .forEach(row -> ofColumn.put(
                            row.line().title(),
                            row.result().map(RatioResult::logRatios).orElse(Map.of())));
            if (ofColumn.values().stream().anyMatch(ratios -> !ratios.isEmpty())) {
                byColumn.put(String.valueOf(column), ofColumn);
            }
        }
        Map<Integer, GeometricMean> means = new LinkedHashMap<>();
        GeometricMean.ofAll(byColumn).forEach((column, mean) -> {
            if (mean.comparison().n() > 0) {
                means.put(Integer.valueOf(column), mean);
            }
        });
        return means;
    }

    /**
     * Returns the means of arms that share no rounds: a replicate of an arm is the mean logarithm over lines in one of
     * its rounds.
     */
    private static Map<Integer, GeometricMean> unpaired(ComparisonTable table) {
        Map<Integer, GeometricMean> means = new LinkedHashMap<>();
        List<Case> scores =
                table.lines().stream().filter(line -> line.metric().isScore()).toList();
        for (int column : table.others()) {
            List<Case> both = scores.stream()
                    .filter(line -> isIn(line, table.baseline()) && isIn(line, column))
                    .toList();
            Comparison mean = Comparison.unpaired(arm(both, table.baseline()), arm(both, column), Better.HIGHER);
            if (!both.isEmpty() && mean.n() > 0) {
                Set<String> titles = both.stream().map(Case::title).collect(Collectors.toSet());
                List<String> leftOut = scores.stream()
                        .filter(line -> !titles.contains(line.title()))
                        .map(Case::title)
                        .toList();
                means.put(
                        column,
                        new GeometricMean(mean, both.stream().map(Case::title).toList(), leftOut));
            }
        }
        return means;
    }

    private static boolean isIn(Case line, int column) {
        return line.columnValues().get(column).isMeasured();
    }

    private static Map<Integer, Double> arm(Collection<Case> lines, int column) {
        Map<Integer, List<Double>> logs = new TreeMap<>();
        for (Case line : lines) {
            double sign = line.metric().better() == Better.HIGHER ? 1 : -1;
            line.columnValues()
                    .get(column)
                    .values()
                    .forEach((round, value) -> logs.computeIfAbsent(round, none -> new ArrayList<>())
                            .add(sign * Math.log(value)));
        }
        Map<Integer, Double> arm = new TreeMap<>();
        logs.forEach((round, ofRound) -> {
            if (ofRound.size() == lines.size()) {
                arm.put(
                        round,
                        Math.exp(ofRound.stream()
                                .mapToDouble(Objects::requireNonNull)
                                .average()
                                .orElseThrow()));
            }
        });
        return arm;
    }
}

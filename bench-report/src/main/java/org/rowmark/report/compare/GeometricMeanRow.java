package org.rowmark.report.compare;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Verdict;

/**
 * A column compared with the baseline over the lines that both have by design: the geometric mean of their ratios within
 * each round, and then the paired t interval over rounds. All workloads weigh the same, and so do the lines of one
 * workload. Lines of one round share its noise; taking them for independent covered the truth in 59 to 73 % of simulated
 * runs instead of 95 %. Of arms that share no rounds a replicate is the mean logarithm over lines in one of its rounds.
 *
 * @param comparison the mean ratio over rounds in which all lines were measured
 * @param label the verdict after Holm over the columns; none where a control shows that the environment drifted, or a
 *     line has no verdict for another reason
 * @param lines those that count
 * @param leftOut titles of those that do not, because some column that should have them has no value, or too few rounds
 */
public record GeometricMeanRow(Comparison comparison, VerdictLabel label, List<Case> lines, List<String> leftOut) {
    /** Returns the rows by place of the column, without columns that have nothing to compare. */
    public static Map<Integer, GeometricMeanRow> of(ComparisonTable table) {
        Map<Integer, List<CaseRatio>> rows = table.rows().stream()
                .filter(row -> row.line().isResult() && !row.isReference())
                .collect(Collectors.groupingBy(CaseRatio::columnIndex, TreeMap::new, Collectors.toList()));
        Map<Integer, GeometricMeanRow> means = means(table, rows);
        double[] p = Holm.adjust(means.values().stream()
                .mapToDouble(mean -> CaseRatio.testedP(mean.comparison))
                .toArray());
        Map<Integer, GeometricMeanRow> judged = new TreeMap<>();
        means.forEach((column, mean) -> {
            VerdictLabel label = mean.label(rows.get(column), p[judged.size()], table.margin(), p.length + " means");
            judged.put(column, new GeometricMeanRow(mean.comparison, label, mean.lines, mean.leftOut));
        });
        return judged;
    }

    /** Returns the means without verdicts. */
    private static Map<Integer, GeometricMeanRow> means(ComparisonTable table, Map<Integer, List<CaseRatio>> rows) {
        boolean isPaired = table.rows().stream()
                .noneMatch(row -> row.isCompared() && row.logRatios().isEmpty());
        Optional<Looks> looks =
                table.cells().flatMap(cell -> cell.looks().stream()).findFirst();
        // columns in groups of those that the design has the same lines for: what it left out of one is no reason to
        // leave it out of the mean of another; runs should all have the same
        Map<Object, List<Integer>> groups = rows.keySet().stream()
                .filter(column -> rows.get(column).stream().anyMatch(row -> row.isCompared()))
                .collect(Collectors.groupingBy(column -> {
                    Set<String> lines = table.areOfRuns() ? Set.of() : titles(rows.get(column).stream());
                    return isPaired ? lines : column;
                }));
        Map<Integer, GeometricMeanRow> means = new TreeMap<>();
        for (List<Integer> columns : groups.values()) {
            Set<String> leftOut = titles(columns.stream().flatMap(column -> rows.get(column).stream()));
            Set<String> kept = new HashSet<>(leftOut);
            columns.forEach(column -> kept.retainAll(counted(rows.get(column), isPaired && looks.isEmpty())));
            leftOut.removeAll(kept);
            for (int column : columns) {
                List<CaseRatio> both = rows.get(column).stream()
                        .filter(row -> kept.contains(row.line().title()))
                        .toList();
                Comparison mean = isPaired ? paired(both, looks) : unpaired(both);
                List<Case> lines = both.stream().map(CaseRatio::line).toList();
                Comparison designed = mean.of(weakest(rows.get(column)));
                means.put(column, new GeometricMeanRow(designed, VerdictLabel.NONE, lines, List.copyOf(leftOut)));
            }
        }
        means.values().removeIf(mean -> mean.comparison.n() == 0);
        return means;
    }

    /** Returns the weakest of the rows' designs: the mean is no better than they are. */
    private static Design weakest(List<CaseRatio> rows) {
        return rows.stream()
                .flatMap(row -> row.design().stream())
                .max(Comparator.comparing(design -> !design.badges().isEmpty()))
                .orElseThrow();
    }

    private VerdictLabel label(List<CaseRatio> rows, double p, double margin, String family) {
        List<CaseRatio> compared = rows.stream().filter(row -> row.isCompared()).toList();
        if (compared.stream().anyMatch(row -> row.isInvalid() || !row.withheld().isEmpty())) {
            return VerdictLabel.NONE;
        }
        Duration perRound = compared.stream().map(CaseRatio::perRound).reduce(Duration.ZERO, Duration::plus);
        return VerdictLabel.of(Verdict.of(comparison, p, margin), comparison, margin, perRound, family);
    }

    private static Set<String> titles(Stream<CaseRatio> rows) {
        return rows.map(row -> row.line().title()).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Returns the lines with a ratio. A line that one column lacks is left out for all, or the means would be of
     * different things.
     *
     * @param areFixed whether rows have a fixed number of rounds, and so one with less than half of the most too few
     */
    private static Set<String> counted(List<CaseRatio> rows, boolean areFixed) {
        int most = rows.stream().mapToInt(row -> row.logRatios().size()).max().orElse(0);
        return titles(rows.stream()
                .filter(row -> row.isCompared())
                .filter(row -> !areFixed || 2 * row.logRatios().size() >= most));
    }

    private static Comparison paired(List<CaseRatio> rows, Optional<Looks> looks) {
        Map<Integer, Double> mean = overWorkloads(rows, row -> row.logRatios());
        return Comparison.ofLogRatios(looks.map(at -> at.reached(mean)).orElse(mean));
    }

    private static Comparison unpaired(List<CaseRatio> rows) {
        return Comparison.unpaired(arm(rows, CaseRatio::a), arm(rows, CaseRatio::b), Better.HIGHER);
    }

    private static Map<Integer, Double> arm(List<CaseRatio> rows, Function<CaseRatio, ColumnValue> side) {
        Map<Integer, Double> arm = overWorkloads(rows, row -> {
            double sign = row.line().metric().better() == Better.HIGHER ? 1 : -1;
            return Means.scaled(Means.logs(side.apply(row).values()), sign);
        });
        arm.replaceAll((round, mean) -> Math.exp(mean));
        return arm;
    }

    /** Returns the mean over workloads of the means over their rows, in each round that all of them have. */
    private static Map<Integer, Double> overWorkloads(
            List<CaseRatio> rows, Function<CaseRatio, Map<Integer, Double>> logs) {
        Map<String, List<Map<Integer, Double>>> byWorkload = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> row.line().key().workload(), Collectors.mapping(logs, Collectors.toList())));
        return Means.withinRounds(
                byWorkload.values().stream().map(Means::withinRounds).toList());
    }
}

package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.Control;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.CounterName;
import org.rowmark.result.Manifest;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Design;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Verdict;

/**
 * A short mark beside the headline: how a comparison was made, what is incomplete, which checks failed.
 *
 * @param isWarning whether it limits what the numbers mean
 */
public record Badge(String text, boolean isWarning) {
    private static final int MOST_NAMES = 5;
    private static final String EMBEDDED = "embedded";

    /** Percent of the CPU time that the measuring threads could have had. */
    private static final double MOST_CLIENT_LOAD = 80;

    public static Badge warning(String text) {
        return new Badge(text, true);
    }

    /**
     * Returns the badges of a view.
     *
     * @param manifests of the runs that the cells are from; none for files of other tools
     */
    public static List<Badge> of(ComparisonTable table, List<Manifest> manifests, Differences differences) {
        List<RatioResult> compared =
                table.rows().stream().flatMap(row -> row.result().stream()).toList();
        List<Badge> badges = new ArrayList<>();
        manifests.forEach(manifest -> badges.addAll(status(manifest)));
        badges.addAll(designs(compared));
        badges.addAll(tooFew(compared));
        badges.addAll(cells(table, "complete", cell -> cell.state() == Cell.State.OK));
        badges.addAll(cells(table, "incomplete", Cell::isIncomplete));
        badges.addAll(cells(table, "failed", unmeasured(Cell.State.FAILED)));
        badges.addAll(cells(table, "skipped", unmeasured(Cell.State.SKIPPED)));
        badges.addAll(cells(table, "without a round", unmeasured(Cell.State.UNFINISHED)));
        badges.addAll(checks(compared));
        clientBound(table, manifests).ifPresent(bound -> badges.add(warning(bound)));
        if (!differences.unexpected().isEmpty()) {
            List<String> names = differences.unexpected().stream()
                    .map(Differences.Difference::name)
                    .toList();
            badges.add(warning("environment differs: " + some(names)));
        }
        if (table.leftOut() > 0) {
            badges.add(warning(Numbers.count(table.leftOut(), "cell") + " without " + table.columnKey() + " left out"));
        }
        if (!table.mixed().isEmpty()) {
            badges.add(warning(table.mixedText()));
        }
        return badges.stream().distinct().toList(); // two runs may have the same
    }

    /**
     * Returns which cells kept the measuring process so busy that it, and not the server, may be what was measured;
     * empty for none. A database inside that process makes it busy itself.
     */
    private static Optional<String> clientBound(ComparisonTable table, List<Manifest> manifests) {
        Set<String> embedded = manifests.stream()
                .flatMap(manifest -> manifest.targets().stream())
                .filter(target -> target.server().startsWith(EMBEDDED))
                .map(TargetFacts::name)
                .collect(Collectors.toSet());
        List<String> bound = new ArrayList<>();
        for (Case line : table.linesWithCounters()) {
            for (ColumnValue side : line.columnValues()) {
                double load = load(side);
                if (load > MOST_CLIENT_LOAD
                        && !embedded.contains(side.cell().keys().getOrDefault(Cell.TARGET, ""))) {
                    bound.add(side.column() + " in " + line.title() + " (" + Numbers.score(load) + " %)");
                }
            }
        }
        return bound.isEmpty()
                ? Optional.empty()
                : Optional.of("client-bound: " + some(bound)
                        + ": the measuring process was that busy, and may be what was measured instead of the server");
    }

    private static double load(ColumnValue side) {
        Map<Integer, Double> loads = side.cell().values().counts().rounds(CounterName.CLIENT_LOAD.metric());
        return Means.mean(loads).mean();
    }

    /** Returns some of the names: the others are in the sections. */
    private static String some(List<String> names) {
        int rest = names.size() - MOST_NAMES;
        return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (rest > 0 ? " and " + rest + " more" : "");
    }

    private static List<Badge> status(Manifest manifest) {
        List<Badge> badges = new ArrayList<>();
        switch (manifest.progress().status()) {
            case RUNNING -> badges.add(warning("run still in progress"));
            case INTERRUPTED -> badges.add(warning("run interrupted"));
            case COMPLETE -> {}
        }
        Control.badge(manifest).ifPresent(moved -> badges.add(warning(moved)));
        Provenance.stopReason(manifest)
                .filter(reason -> reason != StopReason.PLANNED && reason != StopReason.USER)
                .ifPresent(reason -> badges.add(new Badge(reason.words(), reason != StopReason.PRECISION)));
        return badges;
    }

    /** Returns in which order things were measured and what a replicate is, with counts where not all rows agree. */
    private static List<Badge> designs(List<RatioResult> compared) {
        Map<Badge, Integer> rows = new LinkedHashMap<>();
        for (RatioResult with : compared) {
            Design design = with.comparison().design();
            if (design.order().isSound()) {
                rows.merge(new Badge("interleaved", false), 1, Integer::sum);
            }
            rows.merge(new Badge("replicate: " + design.unit().words(), false), 1, Integer::sum);
            design.badges().forEach(text -> rows.merge(warning(text), 1, Integer::sum));
            with.control().ifPresent(visits -> rows.merge(warning(visits.state().words()), 1, Integer::sum));
        }
        return rows.entrySet().stream()
                .map(of -> new Badge(
                        of.getKey().text() + (of.getValue() == compared.size() ? "" : rows(of.getValue())),
                        of.getKey().isWarning()))
                .toList();
    }

    private static List<Badge> tooFew(List<RatioResult> compared) {
        int few = (int) compared.stream()
                .filter(with -> with.verdict().word() == Verdict.Word.TOO_FEW_ROUNDS)
                .count();
        String of = few == compared.size() ? "" : few + " of " + Numbers.count(compared.size(), "row") + " with ";
        return few == 0 ? List.of() : List.of(warning(of + "fewer than five rounds: no verdict"));
    }

    private static List<Badge> checks(List<RatioResult> compared) {
        Map<String, Integer> raised = new LinkedHashMap<>();
        compared.forEach(
                with -> with.checks().forEach(check -> raised.merge(check.kind().words(), 1, Integer::sum)));
        compared.stream()
                .filter(RatioResult::dependsOnOutliers)
                .forEach(with -> raised.merge("verdict depends on outlying runs", 1, Integer::sum));
        return raised.entrySet().stream()
                .map(check -> warning(check.getKey() + rows(check.getValue())))
                .toList();
    }

    private static String rows(int count) {
        return " (" + Numbers.count(count, "row") + ")";
    }

    private static Predicate<Cell> unmeasured(Cell.State state) {
        return cell -> cell.state() == state && !cell.isMeasured();
    }

    private static List<Badge> cells(ComparisonTable table, String what, Predicate<Cell> which) {
        List<Cell> cells = table.cells();
        int n = (int) cells.stream().filter(which).count();
        String text = n + " of " + Numbers.count(cells.size(), "cell") + " " + what;
        return n == 0 ? List.of() : List.of(new Badge(text, !what.equals("complete")));
    }
}

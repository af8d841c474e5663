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
import org.rowmark.report.provenance.ControlText;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.CounterName;
import org.rowmark.result.Manifest;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Check;
import org.rowmark.stats.Design;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Verdict;

/** Makes the badges of a comparison: how it came about, what is not whole, what was raised. */
public final class Badges {
    private static final int MOST_NAMES = 5;
    private static final String EMBEDDED = "embedded";

    /** Percent of the CPU time that the measuring threads could have had. */
    private static final double MOST_CLIENT_LOAD = 80;

    private final ComparisonTable table;
    private final List<Badge> badges = new ArrayList<>();

    private Badges(ComparisonTable table) {
        this.table = table;
    }

    /** @param manifests of the runs that the cells are from; none for files of somebody else's */
    public static List<Badge> of(ComparisonTable table, List<Manifest> manifests, Differences differences) {
        Badges badges = new Badges(table);
        manifests.forEach(badges::status);
        badges.designs();
        badges.few();
        badges.cells("complete", false, cell -> cell.state() == Cell.State.OK);
        badges.cells("incomplete", true, Cell::isIncomplete);
        badges.cells("failed", true, unmeasured(Cell.State.FAILED));
        badges.cells("skipped", true, unmeasured(Cell.State.SKIPPED));
        badges.cells("without a round", true, unmeasured(Cell.State.UNFINISHED));
        badges.checks();
        clientBound(table, manifests).ifPresent(bound -> badges.add(bound, true));
        if (!differences.unexpected().isEmpty()) {
            badges.add(
                    "environment differs: "
                            + some(differences.unexpected().stream()
                                    .map(Differences.Difference::name)
                                    .toList()),
                    true);
        }
        if (table.leftOut() > 0) {
            badges.add(Numbers.count(table.leftOut(), "cell") + " without " + table.columnKey() + " left out", true);
        }
        if (!table.mixed().isEmpty()) {
            badges.add(table.mixedText(), true);
        }
        return List.copyOf(badges.badges);
    }

    /**
     * Which cells kept the measuring process so busy that it, and not the server, may be what was measured; empty for none. A
     * database inside that process makes it busy itself, which says nothing.
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

    /** Some of them: the others are in the sections. */
    private static String some(List<String> names) {
        int rest = names.size() - MOST_NAMES;
        return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (rest > 0 ? " and " + rest + " more" : "");
    }

    /** Two runs may have the same to say. */
    private void add(String text, boolean isWarning) {
        Badge badge = new Badge(text, isWarning);
        if (!badges.contains(badge)) {
            badges.add(badge);
        }
    }

    private void status(Manifest manifest) {
        switch (manifest.progress().status()) {
            case RUNNING -> add("run still in progress", true);
            case INTERRUPTED -> add("run interrupted", true);
            case COMPLETE -> {}
        }
        ControlText.badge(manifest).ifPresent(moved -> add(moved, true));
        Provenance.stopReason(manifest)
                .filter(reason -> reason != StopReason.PLANNED && reason != StopReason.USER)
                .ifPresent(reason -> add(reason.words(), reason != StopReason.PRECISION));
    }

    /** In which order things were measured and what a replicate is: counted where not all rows agree. */
    private void designs() {
        Map<Badge, Integer> rows = new LinkedHashMap<>();
        List<RatioResult> compared = compared();
        for (RatioResult with : compared) {
            Design design = with.comparison().design();
            if (design.order().isSound()) {
                rows.merge(new Badge("interleaved", false), 1, Integer::sum);
            }
            rows.merge(new Badge(replicates(design), false), 1, Integer::sum);
            design.badges().forEach(text -> rows.merge(new Badge(text, true), 1, Integer::sum));
            with.control()
                    .ifPresent(visits -> rows.merge(new Badge(visits.state().words(), true), 1, Integer::sum));
        }
        rows.forEach((badge, count) -> add(
                count == compared.size() ? badge.text() : badge.text() + " (" + rows(count) + ")", badge.isWarning()));
    }

    private static String replicates(Design design) {
        return "replicate: " + design.unit().words();
    }

    private void few() {
        List<RatioResult> compared = compared();
        long few = compared.stream()
                .filter(with -> with.verdict().word() == Verdict.Word.TOO_FEW_ROUNDS)
                .count();
        String text = "fewer than five rounds: no verdict";
        if (few > 0) {
            add(few == compared.size() ? text : few + " of " + rows(compared.size()) + " with " + text, true);
        }
    }

    private void checks() {
        Map<Check.Kind, Integer> raised = new LinkedHashMap<>();
        compared().forEach(with -> with.checks().forEach(check -> raised.merge(check.kind(), 1, Integer::sum)));
        raised.forEach((kind, count) -> add(kind.words() + " (" + rows(count) + ")", true));
        int hanging =
                (int) compared().stream().filter(RatioResult::dependsOnOutliers).count();
        if (hanging > 0) {
            add("verdict depends on outlying runs (" + rows(hanging) + ")", true);
        }
    }

    private List<RatioResult> compared() {
        return table.rows().stream().flatMap(row -> row.result().stream()).toList();
    }

    private static String rows(int count) {
        return Numbers.count(count, "row");
    }

    private static Predicate<Cell> unmeasured(Cell.State state) {
        return cell -> cell.state() == state && !cell.isMeasured();
    }

    private void cells(String what, boolean isWarning, Predicate<Cell> which) {
        List<Cell> cells = table.cells();
        int n = (int) cells.stream().filter(which).count();
        if (n > 0) {
            add(n + " of " + Numbers.count(cells.size(), "cell") + " " + what, isWarning);
        }
    }
}

package org.rowmark.report.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.commons.lang3.ObjectUtils;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.stats.BracketedControl;
import org.rowmark.stats.Checks;
import org.rowmark.stats.Checks.Check;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.DetectableEffect;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Verdict;

/**
 * A comparison with the baseline and the warnings that belong to it.
 *
 * @param comparison B against A
 * @param logRatios by round; empty where the two have no rounds in common
 * @param control the result of the second visit to A, where A was measured before and after B
 * @param checks the checks that failed
 * @param outlying rounds far from the others: flagged, and part of every number
 * @param dependsOnOutliers whether the verdict would be another without them
 * @param adjustedP p after Holm over the table; NaN with too few rounds
 * @param verdict after Holm over the table
 * @param label its words, limited by what one replicate was; none where there is no valid verdict
 * @param detectable the smallest difference that the comparison could have found; expensive to compute
 */
public record RatioResult(
        Comparison comparison,
        Map<Integer, Double> logRatios,
        Optional<BracketedControl> control,
        List<Check> checks,
        SortedSet<Integer> outlying,
        boolean dependsOnOutliers,
        double adjustedP,
        Verdict verdict,
        VerdictLabel label,
        OptionalDouble detectable) {
    /** The verdict before the other rows of the table are known. */
    private static final Verdict UNJUDGED = new Verdict(Verdict.Word.TOO_FEW_ROUNDS, OptionalInt.empty());

    /** The numbers of what cannot be compared: none is known. */
    static final RatioResult NONE = new RatioResult(
            Comparison.ofLogRatios(Map.of()),
            Map.of(),
            Optional.empty(),
            List.of(),
            Collections.emptySortedSet(),
            false,
            Double.NaN,
            UNJUDGED,
            VerdictLabel.NONE,
            OptionalDouble.empty());

    /** Compares; there is no verdict before {@link #adjusted} considers the other rows of the table. */
    static RatioResult of(ColumnValue sideA, ColumnValue sideB, Metric metric, double margin) {
        Replicates a = Replicates.of(sideA);
        Replicates b = Replicates.of(sideB);
        Better better = metric.better();
        Design.Order byClock = Design.Order.of(a.starts(), b.starts());
        boolean isBracketed = byClock == Design.Order.APART && a.surrounds(b);
        Design.Order order = isBracketed ? Design.Order.BRACKETED : byClock;
        boolean isPaired = order == Design.Order.INTERLEAVED || order == Design.Order.FIXED_ORDER;
        Optional<Looks> looks =
                isPaired && sideA.cell().looks().isPresent() ? sideB.cell().looks() : Optional.empty();
        Map<Integer, Double> all = isPaired ? Comparison.logRatios(a.values(), b.values(), better) : Map.of();
        Map<Integer, Double> logRatios = looks.map(at -> at.reached(all)).orElse(all);
        Optional<BracketedControl> control = Optional.of(a)
                .filter(visits -> isBracketed)
                .map(visits -> visits.before(b.first()))
                .map(visits -> BracketedControl.of(visits.get(true), b.values(), visits.get(false), better, margin));
        Comparison comparison = (isPaired
                        ? Comparison.ofLogRatios(logRatios)
                        : control.map(BracketedControl::comparison)
                                .orElseGet(() -> Comparison.unpaired(a.values(), b.values(), better)))
                .of(new Design(order, ObjectUtils.min(a.unit(), b.unit()), looks));
        return new RatioResult(
                comparison,
                logRatios,
                control,
                isPaired
                        ? Checks.of(a.values(), b.values(), better).stream()
                                .filter(Check::isRaised)
                                .toList()
                        : List.of(),
                isPaired ? Outliers.of(a.values(), b.values()) : Outliers.of(a.values()),
                false,
                Double.NaN,
                UNJUDGED,
                VerdictLabel.NONE,
                DetectableEffect.of(comparison));
    }

    /** Returns the p that Holm adjusts; NaN with too few rounds for a verdict. */
    static double testedP(Comparison comparison) {
        return comparison.n() < Verdict.LEAST_ROUNDS ? Double.NaN : comparison.p();
    }

    /**
     * Judges the result as one of a table.
     *
     * @param newP p after Holm over the rows
     * @param perRound how long both take in a round; zero where that is not known
     */
    RatioResult adjusted(double newP, int rows, double margin, Duration perRound) {
        Verdict ofTable = Verdict.of(comparison, newP, margin);
        double tests = Math.max(1, newP / testedP(comparison));
        boolean depends =
                !logRatios.isEmpty() && !outlying.isEmpty() && dependsOnOutliers(ofTable.word(), tests, margin);
        List<Check> all = new ArrayList<>(checks);
        Checks.centres(comparison, logRatios, tests, margin)
                .filter(Check::isRaised)
                .ifPresent(all::add);
        return new RatioResult(
                comparison,
                logRatios,
                control,
                all,
                outlying,
                depends,
                newP,
                ofTable,
                isInvalid()
                        ? VerdictLabel.NONE
                        : VerdictLabel.of(ofTable, comparison, margin, perRound, rows + " rows"),
                detectable);
    }

    /**
     * Returns whether the verdict would be another without the outlying rounds. An unclear verdict does not depend on
     * them just because too few rounds are left.
     *
     * @param tests by how much Holm multiplied p
     */
    private boolean dependsOnOutliers(Verdict.Word word, double tests, double margin) {
        Map<Integer, Double> others = new TreeMap<>(logRatios);
        others.keySet().removeAll(outlying);
        Comparison rest = Comparison.ofLogRatios(others).of(comparison.design());
        return rest.n() < Verdict.LEAST_ROUNDS
                ? isElsewhere(rest.ratio(), word, margin)
                : Verdict.word(rest, Math.min(1, tests * rest.p()), margin) != word;
    }

    /** Returns whether a ratio of too few rounds for a verdict contradicts a verdict. */
    private static boolean isElsewhere(double ratio, Verdict.Word word, double margin) {
        double most = 1 + margin;
        return switch (word) {
            case FASTER -> ratio <= most;
            case SLOWER -> ratio >= 1 / most;
            case FASTER_SIZE_UNSURE -> ratio <= 1;
            case SLOWER_SIZE_UNSURE -> ratio >= 1;
            case SAME -> ratio >= most || ratio <= 1 / most;
            case UNCLEAR, TOO_FEW_ROUNDS -> false;
        };
    }

    public boolean hasVerdict() {
        return verdict.word() != Verdict.Word.TOO_FEW_ROUNDS && !isInvalid();
    }

    /** Returns whether the environment drifted between the visits to the control, so that there is no valid result. */
    public boolean isInvalid() {
        return control.filter(visits -> visits.state() == BracketedControl.State.INVALID)
                .isPresent();
    }

    /** Returns the detectable effect where the comparison found none: beside a winner it answers nothing. */
    public OptionalDouble missable() {
        return switch (verdict.word()) {
            case UNCLEAR, SAME, TOO_FEW_ROUNDS -> detectable;
            default -> OptionalDouble.empty();
        };
    }
}

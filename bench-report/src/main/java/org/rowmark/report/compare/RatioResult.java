package org.rowmark.report.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.rowmark.stats.BracketedControl;
import org.rowmark.stats.Check;
import org.rowmark.stats.Checks;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Design;
import org.rowmark.stats.Verdict;

/**
 * A comparison with the baseline and the warnings that belong to it.
 *
 * @param comparison B against A
 * @param logRatios by round; empty where the two have no rounds in common
 * @param control the result of the second visit to A, where A was measured before and after B
 * @param checks the checks that failed
 * @param outlying rounds far from the others: flagged, and part of every number
 * @param others the comparison without those rounds; empty where there are none
 * @param dependsOnOutliers whether the verdict would be another without them
 * @param adjustedP p after Holm over the table; NaN with too few rounds
 * @param verdict after Holm over the table
 * @param detectable the smallest difference that the comparison could have found; expensive to compute
 */
public record RatioResult(
        Comparison comparison,
        Map<Integer, Double> logRatios,
        Optional<BracketedControl> control,
        List<Check> checks,
        Outliers outlying,
        Optional<Comparison> others,
        boolean dependsOnOutliers,
        double adjustedP,
        Verdict verdict,
        OptionalDouble detectable) {

    /** The verdict before the other rows of the table are known. */
    private static final Verdict UNJUDGED = new Verdict(Verdict.Word.TOO_FEW_ROUNDS, OptionalInt.empty());

    /** Compares; there is no verdict before {@link #adjusted} considers the other rows of the table. */
    static RatioResult of(ColumnValue a, ColumnValue b, Metric metric, double margin) {
        Replicates ofA = Replicates.of(a);
        Replicates ofB = Replicates.of(b);
        Design.Order order = order(ofA, ofB);
        Design design = new Design(order, unit(ofA, ofB));
        boolean isPaired = order == Design.Order.INTERLEAVED || order == Design.Order.FIXED_ORDER;
        Optional<BracketedControl> control = order == Design.Order.BRACKETED
                ? Optional.of(BracketedControl.of(
                        ofA.before(ofB.first()), ofB.values(), ofA.from(ofB.first()), metric.better(), margin))
                : Optional.empty();
        Comparison comparison = (isPaired
                        ? Comparison.paired(ofA.values(), ofB.values(), metric.better())
                        : control.map(BracketedControl::comparison)
                                .orElseGet(() -> Comparison.unpaired(ofA.values(), ofB.values(), metric.better())))
                .of(design);
        Map<Integer, Double> logRatios =
                isPaired ? Comparison.logRatios(ofA.values(), ofB.values(), metric.better()) : Map.of();
        Outliers outlying = Outliers.of(ofA.values(), isPaired ? ofB.values() : Map.of());
        List<Check> checks = isPaired
                ? Checks.of(ofA.values(), ofB.values(), metric.better(), margin).stream()
                        .filter(Check::isRaised)
                        .toList()
                : List.of();
        double p = comparison.n() < Verdict.LEAST_ROUNDS ? Double.NaN : comparison.p();
        Optional<Comparison> others = isPaired && !outlying.rounds().isEmpty()
                ? Optional.of(outlying.without(ofA.values(), ofB.values(), metric.better()))
                : Optional.empty();
        return new RatioResult(
                comparison,
                logRatios,
                control,
                checks,
                outlying,
                others,
                false,
                p,
                UNJUDGED,
                comparison.detectableEffect());
    }

    /** Returns the same with the verdict as one row of a table. */
    RatioResult adjusted(double newP, double margin) {
        Verdict ofTable = Verdict.of(comparison, newP, margin);
        double tests = Math.max(1, newP / adjustedP);
        boolean depends = others.filter(rest -> rest.n() < Verdict.LEAST_ROUNDS
                        ? isElsewhere(rest.ratio(), ofTable.word(), margin)
                        : outlying.decide(ofTable, Verdict.of(rest, Math.min(1, tests * rest.p()), margin)))
                .isPresent();
        return new RatioResult(
                comparison, logRatios, control, checks, outlying, others, depends, newP, ofTable, detectable);
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

    /** Returns the verdict as a label, limited by what one replicate was. */
    public VerdictLabel label(double margin) {
        return isInvalid()
                ? VerdictLabel.NONE
                : VerdictLabel.of(verdict, margin)
                        .capped(comparison.design().unit().cap());
    }

    private static Design.Order order(Replicates a, Replicates b) {
        Design.Order order = Design.Order.of(a.starts(), b.starts());
        return order == Design.Order.APART && a.surrounds(b) ? Design.Order.BRACKETED : order;
    }

    /** Returns what a replicate of the weaker side was: a single start of either limits the verdict. */
    private static Design.Unit unit(Replicates a, Replicates b) {
        Design.Unit ofA = a.unit();
        Design.Unit ofB = b.unit();
        if (ofA == Design.Unit.FORK_IN_ONE_START || ofB == Design.Unit.FORK_IN_ONE_START) {
            return Design.Unit.FORK_IN_ONE_START;
        }
        return ofA == ofB ? ofA : Design.Unit.FORK;
    }
}

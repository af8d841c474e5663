package org.rowmark.report.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.lang3.ObjectUtils;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
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
 * A column of a line compared with the baseline's, and the warnings that belong to it.
 *
 * @param baseline place of the baseline's column
 * @param isReference whether it is shown only beside others: it is in no mean, no count and no family of tests with them
 * @param comparison B against A; without a replicate where there is nothing to compare
 * @param logRatios by round; empty where the two have no rounds in common
 * @param control the result of the second visit to A, where A was measured before and after B
 * @param checks the checks that failed
 * @param outlying rounds far from the others: flagged, and part of every number
 * @param dependsOnOutliers whether the verdict would be another without them
 * @param adjustedP p after Holm over the table; NaN with too few rounds
 * @param verdict after Holm over the table
 * @param label its words, limited by what one replicate was; none where there is no valid verdict
 */
public record CaseRatio(
        Case line,
        int baseline,
        int columnIndex,
        boolean isReference,
        Comparison comparison,
        Map<Integer, Double> logRatios,
        Optional<BracketedControl> control,
        List<Check> checks,
        SortedSet<Integer> outlying,
        boolean dependsOnOutliers,
        double adjustedP,
        Verdict verdict,
        VerdictLabel label) {
    /**
     * Compares two columns; there is no verdict before {@link #adjusted} considers the other rows of the table.
     *
     * @param hasOthers whether other cells of the table are no references
     */
    static CaseRatio of(Case line, int baseline, int columnIndex, boolean hasOthers, double margin) {
        ColumnValue sideA = line.columnValues().get(baseline);
        ColumnValue sideB = line.columnValues().get(columnIndex);
        boolean isComparable = sideA.isComparable(sideB);
        Replicates a = isComparable ? Replicates.of(sideA) : Replicates.NONE;
        Replicates b = isComparable ? Replicates.of(sideB) : Replicates.NONE;
        Better better = line.metric().better();
        Design.Order byClock = Design.Order.of(a.starts(), b.starts());
        boolean isPaired = byClock != Design.Order.APART;
        Optional<BracketedControl> control = a.around(b)
                .filter(visits -> !isPaired)
                .map(visits -> BracketedControl.of(visits.get(true), b.values(), visits.get(false), better, margin));
        Design.Order order = control.isPresent() ? Design.Order.BRACKETED : byClock;
        Optional<Looks> looks =
                isPaired && sideA.cell().looks().isPresent() ? sideB.cell().looks() : Optional.empty();
        Map<Integer, Double> all = isPaired ? Comparison.logRatios(a.values(), b.values(), better) : Map.of();
        Map<Integer, Double> logRatios = looks.map(at -> at.reached(all)).orElse(all);
        Comparison comparison = isPaired
                ? Comparison.ofLogRatios(logRatios)
                : control.map(BracketedControl::comparison)
                        .orElseGet(() -> Comparison.unpaired(a.values(), b.values(), better));
        List<Check> checks = isPaired ? Checks.of(a.values(), b.values(), better) : List.of();
        return new CaseRatio(
                line,
                baseline,
                columnIndex,
                hasOthers && (sideA.cell().isReference() || sideB.cell().isReference()),
                comparison.of(new Design(order, ObjectUtils.min(a.unit(), b.unit()), looks)),
                logRatios,
                control,
                checks.stream().filter(Check::isRaised).toList(),
                isPaired ? Outliers.of(a.values(), b.values()) : Outliers.of(a.values()),
                false,
                Double.NaN,
                new Verdict(Verdict.Word.TOO_FEW_ROUNDS, OptionalInt.empty()),
                VerdictLabel.NONE);
    }

    /** Returns the p that Holm adjusts; NaN with too few rounds for a verdict. */
    static double testedP(Comparison comparison) {
        return comparison.n() < Verdict.LEAST_ROUNDS ? Double.NaN : comparison.p();
    }

    /** Returns the p that Holm adjusts; NaN where there will be no verdict. */
    double testedP() {
        return withheld().isEmpty() ? testedP(comparison) : Double.NaN;
    }

    /**
     * Judges the row as one of a table.
     *
     * @param newP p after Holm over the rows
     */
    CaseRatio adjusted(double newP, int rows, double margin) {
        if (!withheld().isEmpty()) {
            return this;
        }
        Verdict ofTable = Verdict.of(comparison, newP, margin);
        double tests = Math.max(1, newP / testedP(comparison));
        Map<Integer, Double> others = new TreeMap<>(logRatios);
        others.keySet().removeAll(outlying);
        boolean depends = !outlying.isEmpty()
                && Outliers.decide(
                        ofTable.word(), Comparison.ofLogRatios(others).of(comparison.design()), tests, margin);
        List<Check> all = new ArrayList<>(checks);
        Checks.centres(comparison, logRatios, tests, margin)
                .filter(Check::isRaised)
                .ifPresent(all::add);
        VerdictLabel words = VerdictLabel.of(ofTable, comparison, margin, perRound(), rows + " rows");
        return new CaseRatio(
                line,
                baseline,
                columnIndex,
                isReference,
                comparison,
                logRatios,
                control,
                all,
                outlying,
                depends,
                newP,
                ofTable,
                isInvalid() ? VerdictLabel.NONE : words);
    }

    public boolean hasVerdict() {
        return verdict.word() != Verdict.Word.TOO_FEW_ROUNDS && !isInvalid();
    }

    /** Returns whether the environment drifted between the visits to the control, so that there is no valid result. */
    public boolean isInvalid() {
        return control.filter(visits -> visits.state() == BracketedControl.State.INVALID)
                .isPresent();
    }

    /** Returns the smallest difference that the comparison could have found. */
    public OptionalDouble detectable() {
        return DetectableEffect.of(comparison);
    }

    /** Returns the detectable effect where the comparison found none: beside a winner it answers nothing. */
    public OptionalDouble missable() {
        return switch (verdict.word()) {
            case UNCLEAR, SAME, TOO_FEW_ROUNDS -> detectable();
            default -> OptionalDouble.empty();
        };
    }

    /** Returns the baseline's value. */
    public ColumnValue a() {
        return line.columnValues().get(baseline);
    }

    public ColumnValue b() {
        return line.columnValues().get(columnIndex);
    }

    /** Returns whether there is a ratio; {@link #problem} is the reason where there is none. */
    public boolean isCompared() {
        return comparison.n() > 0;
    }

    /**
     * Returns why the two have no verdict whatever the numbers are: other work, or the rate of an open loop; empty if
     * they may have one.
     */
    public String withheld() {
        Set<String> ofOneSide = a().cell().values().leftOut();
        b().cell().values().leftOut().stream()
                .filter(query -> !ofOneSide.remove(query))
                .forEach(ofOneSide::add);
        if (!ofOneSide.isEmpty() && line.metric().isScore()) {
            return "no verdict, because only one side has " + String.join(", ", ofOneSide) + "; compare phases";
        }
        if (a().cell().isBehind() || b().cell().isBehind()) {
            return "no verdict, because a rate was not held";
        }
        return line.isOpenLoop() && line.metric().isScore() ? "the rate decides, compare the times" : "";
    }

    /** Returns how long both columns take in a round; zero where that is not known. */
    Duration perRound() {
        return a().cell().perRound().plus(b().cell().perRound());
    }

    /** Returns {@code r0-1}: the same for the same plan, so that links to it remain valid. */
    public String id() {
        return "r" + line.index() + "-" + columnIndex;
    }

    public Optional<Verdict.Word> word() {
        return hasVerdict() ? Optional.of(verdict.word()) : Optional.empty();
    }

    public Optional<Design> design() {
        return isCompared() ? Optional.of(comparison.design()) : Optional.empty();
    }

    /** Returns the rounds that the comparison uses: {@code 10}, or {@code 8 of 10}. */
    public String roundsText() {
        int ofA = a().cell().plannedRounds();
        int ofB = b().cell().plannedRounds();
        int planned = b().cell().looks().isPresent() ? Math.min(ofA, ofB) : Math.max(ofA, ofB);
        int used = comparison.n();
        boolean isWhole = used == planned || logRatios.isEmpty();
        return isWhole ? String.valueOf(used) : used + " of " + planned;
    }

    /** Returns the text shown in place of numbers where there is nothing to compare. */
    public String problem() {
        if (!b().isMeasured()) {
            return b().cell().problem();
        }
        if (!a().isMeasured()) {
            return "no baseline: " + a().cell().problem();
        }
        CellValues ofA = a().cell().values();
        CellValues ofB = b().cell().values();
        if (!ofA.mode().equals(ofB.mode())) {
            return "no ratio: the modes differ, " + ofA.mode() + " and " + ofB.mode();
        }
        return ofA.unit().equals(ofB.unit())
                ? "no ratio: no value that can be compared"
                : "no ratio: the units differ, " + ofA.unit() + " and " + ofB.unit();
    }

    /** Returns what a reader must know about the numbers of a row, or the reason for which it has none. */
    public List<String> notes() {
        if (!isCompared()) {
            return List.of(problem());
        }
        String ofA = a().cell().problem();
        String ofB = b().cell().problem();
        List<String> notes = new ArrayList<>();
        notes.add(isReference ? "left out of means and counts" : "");
        notes.add(ofA.isEmpty() ? "" : a().column() + (ofA.equals(ofB) ? " and " + b().column() : "") + ": " + ofA);
        notes.add(ofB.equals(ofA) ? "" : ofB);
        List<String> promises = Stream.of(b(), a())
                .map(side -> Cell.promise(side.cell().durability()))
                .toList();
        boolean isSame = promises.get(0).equals(promises.get(1));
        String byPromise = PlainText.byValue(List.of(b().column(), a().column()), promises);
        notes.add(isSame || promises.contains("") ? "" : byPromise);
        notes.add(withheld());
        control.ifPresent(visits -> {
            Comparison moved = visits.moved();
            String by = moved.hasInterval() ? ": its second visit against its first " + VerdictLabel.ratio(moved) : "";
            notes.add(visits.state().words() + by);
        });
        notes.add(comparison.hasNoVariation() ? "every round gave the very same ratio: check the resolution" : "");
        notes.add(dependsOnOutliers ? "depends on " + Numbers.count(outlying.size(), "outlying run") : "");
        checks.forEach(check -> notes.add(check.kind().words() + " (" + size(check) + ")"));
        notes.removeIf(String::isEmpty);
        return notes;
    }

    private static String size(Check check) {
        return switch (check.kind()) {
            case DRIFT, BIMODALITY, CENTRES -> Numbers.percent(check.size());
            case AUTOCORRELATION -> "r = " + Numbers.score(check.size());
        };
    }
}

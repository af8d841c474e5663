package org.rowmark.report.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.stats.Checks.Check;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Design;
import org.rowmark.stats.Verdict;

/**
 * A column of a line compared with the baseline's.
 *
 * @param baseline place of the baseline's column
 * @param result empty where one of the two has no value
 * @param isReference whether it is shown only beside others: it is in no mean, no count and no family of tests with them
 */
public record CaseRatio(Case line, int baseline, int columnIndex, Optional<RatioResult> result, boolean isReference) {
    /**
     * Compares two columns; there is no verdict before {@link #adjusted}.
     *
     * @param hasOthers whether other cells of the table are no references
     */
    static CaseRatio of(Case line, int baseline, int columnIndex, boolean hasOthers, double margin) {
        ColumnValue a = line.columnValues().get(baseline);
        ColumnValue b = line.columnValues().get(columnIndex);
        boolean isReference = a.cell().isReference() || b.cell().isReference();
        Optional<RatioResult> result = Optional.of(b)
                .filter(a::isComparable)
                .map(comparable -> RatioResult.of(a, comparable, line.metric(), margin))
                .filter(with -> with.comparison().n() > 0);
        return new CaseRatio(line, baseline, columnIndex, result, hasOthers && isReference);
    }

    /** Returns the baseline's value. */
    public ColumnValue a() {
        return line.columnValues().get(baseline);
    }

    public ColumnValue b() {
        return line.columnValues().get(columnIndex);
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

    /** Returns the p that Holm adjusts; NaN where there will be no verdict. */
    double testedP() {
        return withheld().isEmpty() ? RatioResult.testedP(comparison()) : Double.NaN;
    }

    /** Returns how long both columns take in a round; zero where that is not known. */
    Duration perRound() {
        return a().cell().perRound().plus(b().cell().perRound());
    }

    CaseRatio adjusted(double p, int rows, double margin) {
        Optional<RatioResult> adjusted =
                result.map(with -> withheld().isEmpty() ? with.adjusted(p, rows, margin, perRound()) : with);
        return new CaseRatio(line, baseline, columnIndex, adjusted, isReference);
    }

    /** Returns {@code r0-1}: the same for the same plan, so that links to it remain valid. */
    public String id() {
        return "r" + line.index() + "-" + columnIndex;
    }

    public boolean hasVerdict() {
        return values().hasVerdict();
    }

    public Optional<Verdict.Word> word() {
        return result.filter(RatioResult::hasVerdict).map(with -> with.verdict().word());
    }

    public Optional<Design> design() {
        return result.map(with -> with.comparison().design());
    }

    /** Returns the ratio; without numbers where there is none. */
    public Comparison comparison() {
        return values().comparison();
    }

    /** Returns the result, or one without numbers where there is nothing to compare. */
    public RatioResult values() {
        return result.orElse(RatioResult.NONE);
    }

    /** Returns the rounds that the comparison uses: {@code 10}, or {@code 8 of 10}. */
    public String roundsText() {
        int ofA = a().cell().plannedRounds();
        int ofB = b().cell().plannedRounds();
        int planned = b().cell().looks().isPresent() ? Math.min(ofA, ofB) : Math.max(ofA, ofB);
        int used = comparison().n();
        boolean isWhole = used == planned || values().logRatios().isEmpty();
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
        return result.isEmpty() ? List.of(problem()) : remarks();
    }

    public List<String> remarks() {
        RatioResult with = values();
        String ofA = a().cell().problem();
        String ofB = b().cell().problem();
        List<String> remarks = new ArrayList<>();
        remarks.add(isReference ? "left out of means and counts" : "");
        remarks.add(ofA.isEmpty() ? "" : a().column() + (ofA.equals(ofB) ? " and " + b().column() : "") + ": " + ofA);
        remarks.add(ofB.equals(ofA) ? "" : ofB);
        List<String> promises = List.of(b().cell().promise(), a().cell().promise());
        boolean isSame = promises.get(0).equals(promises.get(1));
        remarks.add(
                isSame || promises.contains("")
                        ? ""
                        : PlainText.byValue(List.of(b().column(), a().column()), promises));
        remarks.add(withheld());
        with.control().ifPresent(visits -> {
            Comparison moved = visits.moved();
            String by = moved.hasInterval() ? ": its second visit against its first " + VerdictLabel.ratio(moved) : "";
            remarks.add(visits.state().words() + by);
        });
        remarks.add(
                with.comparison().hasNoVariation() ? "every round gave the very same ratio: check the resolution" : "");
        remarks.add(
                with.dependsOnOutliers()
                        ? "depends on " + Numbers.count(with.outlying().size(), "outlying run")
                        : "");
        with.checks().forEach(check -> remarks.add(check.kind().words() + " (" + size(check) + ")"));
        remarks.removeIf(String::isEmpty);
        return remarks;
    }

    private static String size(Check check) {
        return switch (check.kind()) {
            case DRIFT, BIMODALITY, CENTRES -> Numbers.percent(check.size());
            case AUTOCORRELATION -> "r = " + Numbers.score(check.size());
        };
    }
}

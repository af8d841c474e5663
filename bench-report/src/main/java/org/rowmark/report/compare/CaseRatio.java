package org.rowmark.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.BracketedControl;
import org.rowmark.stats.Check;
import org.rowmark.stats.Comparison;

/**
 * A column of a line compared with the baseline's.
 *
 * @param line what is compared
 * @param a the baseline
 * @param b the other
 * @param lineIndex place of the line in its table, from 0
 * @param columnIndex place of {@code b} among the columns, from 0
 * @param result empty where one of the two has no value
 */
public record CaseRatio(
        Case line, ColumnValue a, ColumnValue b, int lineIndex, int columnIndex, Optional<RatioResult> result) {

    /**
     * A limitation of the numbers of a row.
     *
     * @param words the same for all rows that it applies to
     * @param size by how much, for this row; may be empty
     */
    public record Remark(String words, String size) {
        public String text() {
            return size.isEmpty() ? words : words + " (" + size + ")";
        }
    }

    CaseRatio with(RatioResult other) {
        return new CaseRatio(line, a, b, lineIndex, columnIndex, Optional.of(other));
    }

    /** Returns {@code r0-1}: the same for the same plan, so that links to it remain valid. */
    public String id() {
        return "r" + lineIndex + "-" + columnIndex;
    }

    public boolean hasVerdict() {
        return result.filter(RatioResult::hasVerdict).isPresent();
    }

    /** Returns the rounds that the comparison uses: {@code 10}, or {@code 8 of 10}. */
    public String roundsText() {
        int planned = Math.max(a.cell().plannedRounds(), b.cell().plannedRounds());
        int used = result.map(with -> with.comparison().n()).orElse(0);
        boolean isWhole = used == planned
                || result.filter(with -> with.logRatios().isEmpty()).isPresent();
        return isWhole ? String.valueOf(used) : used + " of " + planned;
    }

    public boolean isIncomplete() {
        return a.cell().isIncomplete() || b.cell().isIncomplete();
    }

    /** Returns the text shown in place of numbers where there is nothing to compare. */
    public String problem() {
        if (!b.isMeasured()) {
            return b.cell().problem();
        }
        return a.isMeasured()
                ? "no ratio: " + difference()
                : "no baseline: " + a.cell().problem();
    }

    private String difference() {
        CellValues ofA = a.cell().values();
        CellValues ofB = b.cell().values();
        if (!ofA.mode().equals(ofB.mode())) {
            return "the modes differ, " + ofA.mode() + " and " + ofB.mode();
        }
        return ofA.unit().equals(ofB.unit())
                ? "no value that can be compared"
                : "the units differ, " + ofA.unit() + " and " + ofB.unit();
    }

    /** Returns what a reader must know about the numbers of a compared row, a text each. */
    public List<String> notes(double margin) {
        return remarks().stream().map(Remark::text).toList();
    }

    /** Returns the same with the size separate. */
    public List<Remark> remarks() {
        List<Remark> notes = new ArrayList<>();
        if (!a.cell().problem().isEmpty()) {
            notes.add(new Remark("baseline " + a.cell().problem(), ""));
        }
        if (!b.cell().problem().isEmpty()) {
            notes.add(new Remark(b.cell().problem(), ""));
        }
        result.ifPresent(with -> {
            control(with).ifPresent(notes::add);
            Comparison comparison = with.comparison();
            if (comparison.hasNoVariation()) {
                notes.add(new Remark("every round gave the very same ratio: check the resolution", ""));
            }
            int outlying = with.outlying().rounds().size();
            if (with.dependsOnOutliers()) {
                notes.add(new Remark("depends on " + Numbers.count(outlying, "outlying run"), ""));
            }
            with.checks().forEach(check -> notes.add(new Remark(check.kind().words(), size(check))));
        });
        return notes;
    }

    private static Optional<Remark> control(RatioResult with) {
        return with.control().map(visits -> {
            Comparison moved = visits.moved();
            String by = moved.hasInterval() ? ": its second visit against its first " + VerdictLabel.ratio(moved) : "";
            return new Remark(visits.state().words() + by, "");
        });
    }

    private static String size(Check check) {
        return switch (check.kind()) {
            case DRIFT, BIMODALITY, CENTRES -> Numbers.percent(check.size());
            case AUTOCORRELATION -> "r = " + Numbers.score(check.size());
        };
    }

    /** Returns whether the control, or both sides, were measured as planned, so that no warning is needed. */
    boolean isSound() {
        return result.stream()
                .allMatch(with -> with.checks().isEmpty()
                        && !with.dependsOnOutliers()
                        && with.control()
                                .filter(visits -> visits.state() != BracketedControl.State.HELD)
                                .isEmpty());
    }
}

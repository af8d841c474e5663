package org.rowmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Verdict;

/**
 * The result of a comparison for a build that passes or fails by it.
 *
 * @param slower rows with the verdict slower, whether its size is sure or not, each with its ratio
 * @param silent rows with a ratio but no verdict
 * @param lacking lines of A that failed, are incomplete or are missing in B
 * @param silence the reason for which no row has a verdict; empty if one has
 */
public record Gate(List<String> slower, List<String> silent, List<String> lacking, Optional<String> silence) {

    /** @param lines a projection that distinguishes all lines */
    static Gate of(ComparisonTable table, Projection lines, List<Cell> a, List<Cell> b) {
        List<String> slower = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (CaseRatio row : table.rows()) {
            boolean hasVerdict = row.hasVerdict();
            row.result().ifPresent(with -> {
                String title = row.line().title() + ": " + VerdictLabel.ratio(with.comparison());
                if (!hasVerdict) {
                    silent.add(title);
                } else if (isSlower(with.verdict())) {
                    slower.add(title);
                }
            });
        }
        return new Gate(slower, silent, lacking(lines, a, b), table.hasVerdicts() ? Optional.empty() : silence(table));
    }

    private static boolean isSlower(Verdict verdict) {
        return verdict.word() == Verdict.Word.SLOWER || verdict.word() == Verdict.Word.SLOWER_SIZE_UNSURE;
    }

    private static List<String> lacking(Projection lines, List<Cell> a, List<Cell> b) {
        Map<CaseKey, Cell> ofB = new HashMap<>();
        b.forEach(cell -> ofB.put(lines.keyOf(cell), cell));
        List<String> lacking = new ArrayList<>();
        Set<CaseKey> reported = new HashSet<>();
        for (Cell cell : a) {
            CaseKey caseKey = lines.keyOf(cell);
            Cell other = ofB.getOrDefault(caseKey, Cell.absent());
            if (cell.isMeasured() && !isWhole(other) && reported.add(caseKey)) {
                lacking.add(caseKey.title() + ": " + other.problem());
            }
        }
        return lacking;
    }

    private static boolean isWhole(Cell cell) {
        return cell.isMeasured() && cell.state() == Cell.State.OK && !cell.isIncomplete();
    }

    private static Optional<String> silence(ComparisonTable table) {
        List<RatioResult> compared =
                table.rows().stream().flatMap(row -> row.result().stream()).toList();
        if (compared.isEmpty()) {
            return Optional.of(
                    table.rows().isEmpty()
                            ? "there is nothing to compare"
                            : table.rows().get(0).line().title() + ": "
                                    + table.rows().get(0).problem());
        }
        if (compared.stream().anyMatch(RatioResult::isInvalid)) {
            return Optional.of("the control moved, so the comparison is invalid: measure A, B and A again");
        }
        int most =
                compared.stream().mapToInt(with -> with.comparison().n()).max().orElseThrow();
        return Optional.of("at most " + Numbers.count(most, "replicate") + " on a side, and a verdict needs "
                + Verdict.LEAST_ROUNDS + ": measure more rounds (run --rounds, or JMH's -f)");
    }
}

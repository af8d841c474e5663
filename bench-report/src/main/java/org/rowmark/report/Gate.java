package org.rowmark.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Answer.Sentence;
import org.rowmark.report.model.View;
import org.rowmark.stats.Verdict;

/**
 * The result of a comparison for a build that passes or fails by it. A line of either side is in one of the lists, or
 * has a verdict other than slower, or was skipped on both sides.
 *
 * @param slower rows with the verdict slower, whether its size is sure or not, and the mean over rows if it has it
 * @param undecided lines without a verdict that both sides should have, each with the reason
 * @param lacking lines of A that failed, are incomplete or are missing in B
 * @param added lines of B that were not planned in A
 * @param silence the reason for which no row has a verdict; empty if one has
 */
public record Gate(
        List<String> slower,
        List<String> undecided,
        List<String> lacking,
        List<String> added,
        Optional<String> silence) {
    private static final Set<Cell.State> NOT_PLANNED = Set.of(Cell.State.ABSENT, Cell.State.SKIPPED);

    static Gate of(View view, SideBySide compared) {
        ComparisonTable table = view.table();
        Optional<String> silence = table.areOfRuns()
                ? nothing(table)
                : Optional.of("the columns are not A and B: leave out --col " + table.columnKey());
        Gate gate = new Gate(slower(view), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), silence);
        Set<CaseKey> unmeasured = new HashSet<>();
        compared.byLine(compared.lines()).forEach((line, sides) -> {
            Cell a = sides.get(0);
            Cell b = sides.get(1);
            if (!a.isMeasured() || !b.isMeasured() || b.state() != Cell.State.OK || b.isIncomplete()) {
                gate.addUnmeasured(line.title(), a, b);
                unmeasured.add(line);
            }
        });
        table.rows().stream()
                .collect(Collectors.groupingBy(row -> row.line().key(), LinkedHashMap::new, Collectors.toList()))
                .forEach((line, rows) -> {
                    boolean isDecided = rows.stream().anyMatch(row -> row.line().isResult() && row.hasVerdict());
                    if (!unmeasured.contains(line) && !isDecided) {
                        gate.undecided.add(line.title() + ": " + reason(rows));
                    }
                });
        return gate;
    }

    /** Returns the result of one run, whose columns were measured side by side: the others against the baseline. */
    static Gate ofRun(View view) {
        List<String> undecided = view.table().rows().stream()
                .filter(row -> row.line().isResult() && !row.hasVerdict())
                .map(row -> row.line().title() + " (" + row.b().column() + "): " + reason(List.of(row)))
                .toList();
        return new Gate(slower(view), undecided, List.of(), List.of(), nothing(view.table()));
    }

    private void addUnmeasured(String title, Cell a, Cell b) {
        if (a.isMeasured()) {
            lacking.add(title + ": " + b.problem());
        } else if (!NOT_PLANNED.contains(a.state())) {
            undecided.add(title + ": no baseline: " + a.problem());
        } else if (b.isMeasured()) {
            added.add(title);
        } else if (!NOT_PLANNED.contains(b.state())) {
            undecided.add(title + ": " + b.problem());
        }
    }

    private static String reason(List<CaseRatio> rows) {
        CaseRatio row =
                rows.stream().filter(one -> one.line().isResult()).findFirst().orElse(rows.get(0));
        return !row.isCompared()
                ? row.problem()
                : VerdictLabel.ratio(row.comparison()) + ", "
                        + StringUtils.defaultIfEmpty(row.withheld(), "no verdict");
    }

    private static List<String> slower(View view) {
        Stream<String> rows = view.table().rows().stream()
                .filter(row -> row.label().style().equals(VerdictLabel.WORSE))
                .map(row -> row.line().title() + ": " + VerdictLabel.ratio(row.comparison()));
        Stream<String> means = view.answers().stream()
                .filter(answer -> !answer.tally().isEmpty())
                .map(Answer::sentence)
                .filter(mean -> mean.label().style().equals(VerdictLabel.WORSE))
                .map(Sentence::text);
        return Stream.concat(rows, means).toList();
    }

    private static Optional<String> nothing(ComparisonTable table) {
        List<CaseRatio> rows = table.rows();
        if (table.hasVerdicts()) {
            return Optional.empty();
        }
        if (rows.isEmpty()) {
            return Optional.of("there is nothing to compare");
        }
        if (rows.stream().allMatch(row -> !row.isCompared())) {
            return Optional.of(rows.get(0).line().title() + ": " + rows.get(0).problem());
        }
        if (rows.stream().anyMatch(row -> row.isInvalid())) {
            return Optional.of("the control moved, so the comparison is invalid: measure A, B and A again");
        }
        int most = rows.stream().mapToInt(row -> row.comparison().n()).max().orElseThrow();
        return Optional.of("at most " + Numbers.count(most, "replicate") + " on a side, and a verdict needs "
                + Verdict.LEAST_ROUNDS + ": measure more rounds (--rounds, or JMH's -f)");
    }
}

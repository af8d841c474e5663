package org.rowmark.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.stats.Verdict;

/**
 * What a comparison means for a machine that decides on it.
 *
 * @param slower rows whose word is slower, whether its size is sure or not, each with its ratio
 * @param silent rows that have a ratio and no word
 * @param lacking lines that A has and B lacks: failed, incomplete or not there
 * @param silence why no row has a word; empty if one has
 */
public record Gate(List<String> slower, List<String> silent, List<String> lacking, Optional<String> silence) {

    /** @param lines a projection that tells all lines apart */
    static Gate of(ComparisonTable table, Projection lines, List<Measured> a, List<Measured> b) {
        List<String> slower = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (Row row : table.rows()) {
            boolean hasWord = row.hasWord();
            row.against().ifPresent(with -> {
                String title = row.line().title() + ": " + Words.ratio(with.comparison());
                if (!hasWord) {
                    silent.add(title);
                } else if (isSlower(with.verdict())) {
                    slower.add(title);
                }
            });
        }
        return new Gate(slower, silent, lacking(lines, a, b), table.hasWords() ? Optional.empty() : silence(table));
    }

    private static boolean isSlower(Verdict verdict) {
        return verdict.word() == Verdict.Word.SLOWER || verdict.word() == Verdict.Word.SLOWER_SIZE_UNSURE;
    }

    private static List<String> lacking(Projection lines, List<Measured> a, List<Measured> b) {
        Map<Subject, Measured> ofB = new HashMap<>();
        b.forEach(cell -> ofB.put(lines.subjectOf(cell), cell));
        List<String> lacking = new ArrayList<>();
        Set<Subject> told = new HashSet<>();
        for (Measured cell : a) {
            Subject subject = lines.subjectOf(cell);
            Measured other = ofB.getOrDefault(subject, Measured.absent());
            if (cell.isMeasured() && !isWhole(other) && told.add(subject)) {
                lacking.add(subject.title() + ": " + other.trouble());
            }
        }
        return lacking;
    }

    private static boolean isWhole(Measured cell) {
        return cell.isMeasured() && cell.state() == Measured.State.OK && !cell.isIncomplete();
    }

    private static Optional<String> silence(ComparisonTable table) {
        List<Against> compared =
                table.rows().stream().flatMap(row -> row.against().stream()).toList();
        if (compared.isEmpty()) {
            return Optional.of(
                    table.rows().isEmpty()
                            ? "there is nothing to compare"
                            : table.rows().get(0).line().title() + ": "
                                    + table.rows().get(0).trouble());
        }
        if (compared.stream().anyMatch(Against::isInvalid)) {
            return Optional.of("the control moved, so the comparison is invalid: measure A, B and A again");
        }
        int most =
                compared.stream().mapToInt(with -> with.comparison().n()).max().orElseThrow();
        return Optional.of("at most " + Numbers.count(most, "replicate") + " on a side, and a word needs "
                + Verdict.LEAST_ROUNDS + ": measure more rounds (run --rounds, or JMH's -f)");
    }
}

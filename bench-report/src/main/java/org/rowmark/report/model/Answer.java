package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.VerdictLabel;

/**
 * The result of a comparison for one configuration, the first thing that a reader sees.
 *
 * @param sentence over all lines, or of the only one
 * @param tally how many rows have which word, in the order of the verdicts; empty where {@code sentence} is of one line
 * @param rows sentences of the single rows, where there are few
 * @param leftOut lines that the mean over lines leaves out
 */
public record Answer(Sentence sentence, List<Tally> tally, List<Sentence> rows, List<String> leftOut) {
    /** The most rows that have sentences; of more only the counts are shown. */
    private static final int FEW = 4;

    private static final String NO_RATIO = "no ratio";
    private static final String NO_VERDICT = "no verdict";
    private static final List<String> ORDER = List.of("faster", "slower", "same", "unclear", NO_VERDICT);

    /** A count of rows with the same word. */
    public record Tally(VerdictLabel label, long count) {
        private long rank() {
            return ORDER.stream()
                    .takeWhile(word -> !label.word().startsWith(word))
                    .count();
        }
    }

    /** Returns {@code Not in the mean: …}; empty if it leaves nothing out. */
    public String leftOutText() {
        return leftOut.isEmpty()
                ? ""
                : "Not in the mean, because some column has no value: " + String.join(", ", leftOut);
    }

    /**
     * Returns an answer for each column but the baseline's.
     *
     * @param overall by place of the column
     */
    public static List<Answer> of(ComparisonTable table, Map<Integer, GeometricMeanRow> overall) {
        List<Answer> answers = new ArrayList<>();
        for (int column : table.others()) {
            List<CaseRatio> rows = table.rowsOf(column);
            List<Sentence> sentences =
                    rows.stream().map(row -> Sentence.of(row, table)).toList();
            if (rows.size() == 1) {
                answers.add(new Answer(sentences.get(0), List.of(), List.of(), List.of()));
            } else if (!rows.isEmpty()) {
                GeometricMeanRow ofColumn = overall.get(column);
                answers.add(new Answer(
                        Sentence.of(ofColumn, table, column),
                        tally(rows, table.margin()),
                        rows.size() > FEW ? List.of() : sentences,
                        ofColumn == null ? List.of() : ofColumn.leftOut()));
            }
        }
        return answers;
    }

    /** Counts rows by word, in the order of the words; rows without one come last. */
    private static List<Tally> tally(List<CaseRatio> rows, double margin) {
        return rows.stream()
                .collect(Collectors.groupingBy(row -> label(row, margin), LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(count -> new Tally(count.getKey(), count.getValue()))
                .sorted(Comparator.comparing(Tally::rank))
                .toList();
    }

    private static VerdictLabel label(CaseRatio row, double margin) {
        VerdictLabel label = row.values().label(margin).plain();
        String none = row.result().isPresent() ? NO_VERDICT : NO_RATIO;
        return label.word().isEmpty() ? new VerdictLabel("none", "·", none, "") : label;
    }
}

package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Verdict;

/**
 * The result of a comparison for one configuration, the first thing that a reader sees.
 *
 * @param sentence over all lines, or of the only one
 * @param tally how many rows have which word, in the order of the verdicts; empty where {@code sentence} is of one line
 * @param rows sentences of the single rows, where there are few
 * @param references names of the workloads that are in no mean
 * @param leftOut lines that the mean over lines leaves out
 */
public record Answer(
        Sentence sentence,
        List<Tally> tally,
        List<Sentence> rows,
        List<String> workloads,
        List<String> references,
        List<String> leftOut) {
    /** The most rows that have sentences; of more only the counts are shown. */
    private static final int FEW = 4;

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

    /** Returns {@code geometric mean over insert, select, without ping}; empty where it is of one workload. */
    public String meanText() {
        String without = references.isEmpty() ? "" : ", without " + String.join(", ", references);
        return workloads.size() < 2 ? "" : "geometric mean over " + String.join(", ", workloads) + without;
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
            List<CaseRatio> rows = table.rowsOf(column).stream()
                    .filter(row -> !row.isReference())
                    .toList();
            List<Sentence> sentences =
                    rows.stream().map(row -> Sentence.of(row, table)).toList();
            if (rows.size() == 1) {
                answers.add(new Answer(sentences.get(0), List.of(), List.of(), List.of(), List.of(), List.of()));
            } else if (!rows.isEmpty()) {
                GeometricMeanRow ofColumn = overall.get(column);
                answers.add(new Answer(
                        Sentence.of(ofColumn, table, column, rows),
                        tally(rows, table.margin()),
                        rows.size() > FEW ? List.of() : sentences,
                        ofColumn == null ? List.of() : workloads(ofColumn, table),
                        references(column, table),
                        ofColumn == null ? List.of() : ofColumn.leftOut()));
            }
        }
        return answers;
    }

    /** Returns the names of the workloads that a mean is of. */
    private static List<String> workloads(GeometricMeanRow mean, ComparisonTable table) {
        Set<String> titles = Set.copyOf(mean.lines());
        return table.lines().stream()
                .filter(line -> titles.contains(line.title()))
                .map(line -> line.key().workload())
                .distinct()
                .toList();
    }

    private static List<String> references(int column, ComparisonTable table) {
        return table.rowsOf(column).stream()
                .filter(CaseRatio::isReference)
                .map(row -> row.line().key().workload())
                .distinct()
                .toList();
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
        String none = row.result().isPresent() ? NO_VERDICT : "no ratio";
        return label.word().isEmpty() ? new VerdictLabel("none", "·", none, "") : label;
    }

    /**
     * An answer in words. Subject, link, object and end make a sentence.
     *
     * @param title its topic, empty for the comparison as a whole
     * @param link words between the names, spaces included
     * @param end the rest of the sentence, empty or starting with a comma or space
     * @param ratio the ratio with its interval, empty if there is none
     */
    public record Sentence(
            String title, String subject, String link, String object, String end, String ratio, VerdictLabel label) {
        private static final String AGAINST = " against ";

        private static Sentence of(CaseRatio row, ComparisonTable table) {
            String title = row.line().title();
            String name = row.b().column();
            if (row.result().isEmpty()) {
                return none(title, name, table, "no ratio, " + row.problem());
            }
            RatioResult with = row.values();
            int n = with.comparison().n();
            boolean isShort = n < row.b().cell().plannedRounds() || !with.hasVerdict();
            String rounds = isShort ? " (" + Numbers.count(n, "round") + ")" : "";
            return compared(title, name, table, with.comparison(), with.label(table.margin()), "", rounds);
        }

        /** @param overall null if there is nothing to compare */
        private static Sentence of(GeometricMeanRow overall, ComparisonTable table, int column, List<CaseRatio> rows) {
            String name = table.columns().get(column);
            if (overall == null) {
                return none("", name, table, "no ratio that all of them share");
            }
            VerdictLabel label = overall.label(table.margin());
            Set<String> titles = Set.copyOf(overall.lines());
            long unclear = rows.stream()
                    .filter(row -> titles.contains(row.line().title()))
                    .filter(row -> row.word().equals(Optional.of(Verdict.Word.UNCLEAR)))
                    .count();
            String note = unclear == 0 ? "" : " (" + Numbers.count((int) unclear, "row") + " unclear)";
            return compared("", name, table, overall.comparison(), label, " over " + extent(overall, table), note);
        }

        private static Sentence none(String title, String name, ComparisonTable table, String reason) {
            return new Sentence(title, name, AGAINST, table.baselineName(), ", " + reason, "", VerdictLabel.NONE);
        }

        private static Sentence compared(
                String title,
                String name,
                ComparisonTable table,
                Comparison comparison,
                VerdictLabel label,
                String over,
                String note) {
            String detail = label.detail().isEmpty() ? "" : ", " + label.detail();
            String link = switch (label.style()) {
                case "better", "worse" -> " is " + label.word() + " than ";
                case "even" -> " is the same as ";
                default -> AGAINST;
            };
            String end = switch (label.style()) {
                case "better", "worse" -> detail;
                case "even" -> label.word().substring("same".length());
                case "open" -> " is " + label.word() + detail;
                default -> ", no verdict";
            };
            String ratio = VerdictLabel.ratio(comparison);
            return new Sentence(title, name, link, table.baselineName(), over + end + note, ratio, label);
        }

        /**
         * Returns {@code 3 workloads}, or {@code 7 cases of 3 workloads} where workloads have several sets of parameter
         * values.
         */
        private static String extent(GeometricMeanRow overall, ComparisonTable table) {
            int lines = overall.lines().size();
            int workloads = workloads(overall, table).size();
            String ofWorkloads = Numbers.count(workloads, "workload");
            return lines == workloads ? ofWorkloads : Numbers.count(lines, "case") + " of " + ofWorkloads;
        }

        public String text() {
            return subject + link + object + end + (ratio.isEmpty() ? "" : ": " + ratio);
        }
    }
}

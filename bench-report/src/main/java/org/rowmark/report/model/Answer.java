package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
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
 * @param meanText {@code geometric mean over insert, select, without ping}; empty where it is of one workload
 */
public record Answer(Sentence sentence, List<Tally> tally, List<Sentence> rows, String meanText, List<String> leftOut) {
    /** The most rows that have sentences; of more only the counts are shown. */
    private static final int FEW = 4;

    /** The styles of words, in their order. */
    private static final List<String> ORDER = List.of("better", "worse", "even", "open", "none");

    public record Tally(VerdictLabel label, long count) {}

    /** Returns {@code Not in the mean: …}; empty if it leaves nothing out. */
    public String leftOutText() {
        return leftOut.isEmpty()
                ? ""
                : "Not in the mean, because some column has no value: " + String.join(", ", leftOut);
    }

    /** Returns an answer for each column but the baseline's. */
    public static List<Answer> of(ComparisonTable table) {
        Map<Integer, GeometricMeanRow> overall = GeometricMeanRow.of(table);
        List<Answer> answers = new ArrayList<>();
        for (int column : table.others()) {
            Map<Boolean, List<CaseRatio>> all = table.rows().stream()
                    .filter(row -> row.columnIndex() == column)
                    .collect(Collectors.partitioningBy(CaseRatio::isReference));
            List<CaseRatio> rows = all.get(false);
            List<Sentence> sentences = rows.size() > FEW
                    ? List.of()
                    : rows.stream().map(row -> Sentence.of(row, table)).toList();
            if (rows.size() == 1) {
                answers.add(new Answer(sentences.get(0), List.of(), List.of(), "", List.of()));
            } else if (!rows.isEmpty()) {
                Optional<GeometricMeanRow> mean = Optional.ofNullable(overall.get(column));
                String name = table.columns().get(column);
                answers.add(new Answer(
                        mean.map(of -> Sentence.of(of, table, name, rows))
                                .orElseGet(
                                        () -> Sentence.without("", name, table, ", no ratio that all of them share")),
                        tally(rows),
                        sentences,
                        meanText(
                                mean.map(of -> workloads(of.lines().stream())).orElse(List.of()),
                                workloads(all.get(true).stream().map(CaseRatio::line))),
                        mean.map(GeometricMeanRow::leftOut).orElse(List.of())));
            }
        }
        return answers;
    }

    private static String meanText(List<String> workloads, List<String> references) {
        String without = references.isEmpty() ? "" : ", without " + String.join(", ", references);
        return workloads.size() < 2 ? "" : "geometric mean over " + String.join(", ", workloads) + without;
    }

    private static List<String> workloads(Stream<Case> lines) {
        return lines.map(line -> line.key().workload()).distinct().toList();
    }

    /** Counts rows by word, in the order of the words; rows without one come last. */
    private static List<Tally> tally(List<CaseRatio> rows) {
        Map<VerdictLabel, Long> counts =
                rows.stream().collect(Collectors.groupingBy(Answer::label, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> new Tally(count.getKey(), count.getValue()))
                .sorted(Comparator.comparing(
                        tally -> ORDER.indexOf(tally.label().style())))
                .toList();
    }

    /** Returns a label without the number of rounds that would settle it, so that rows with the same word are counted. */
    private static VerdictLabel label(CaseRatio row) {
        VerdictLabel label = row.label();
        return switch (label.style()) {
            case "none" -> new VerdictLabel("none", "·", row.isCompared() ? "no verdict" : "no ratio", "");
            case "open" -> new VerdictLabel("open", label.shape(), label.word(), "");
            default -> label;
        };
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
            if (!row.isCompared()) {
                return without(title, name, table, ", no ratio, " + row.problem());
            }
            int n = row.comparison().n();
            boolean isShort = n < row.b().cell().plannedRounds() || !row.hasVerdict();
            String rounds = isShort ? " (" + Numbers.count(n, "round") + ")" : "";
            return without(title, name, table, "").compared(row.comparison(), row.label(), "", rounds);
        }

        private static Sentence of(GeometricMeanRow overall, ComparisonTable table, String name, List<CaseRatio> rows) {
            Set<Integer> lines = overall.lines().stream().map(Case::index).collect(Collectors.toSet());
            long unclear = rows.stream()
                    .filter(row -> lines.contains(row.line().index()))
                    .filter(row -> row.word().equals(Optional.of(Verdict.Word.UNCLEAR)))
                    .count();
            String note = unclear == 0 ? "" : " (" + Numbers.count((int) unclear, "row") + " unclear)";
            int workloads = workloads(overall.lines().stream()).size();
            String cases = lines.size() == workloads ? "" : Numbers.count(lines.size(), "case") + " of ";
            String over = " over " + cases + Numbers.count(workloads, "workload");
            return without("", name, table, "").compared(overall.comparison(), overall.label(), over, note);
        }

        /** Returns a sentence without a ratio. */
        private static Sentence without(String title, String name, ComparisonTable table, String end) {
            return new Sentence(title, name, AGAINST, table.baselineName(), end, "", VerdictLabel.NONE);
        }

        private Sentence compared(Comparison comparison, VerdictLabel verdict, String over, String note) {
            String detail = verdict.detail().isEmpty() ? "" : ", " + verdict.detail();
            String[] words = switch (verdict.style()) {
                case "better", "worse" -> new String[] {" is " + verdict.word() + " than ", detail};
                case "even" -> new String[] {" is the same as ", verdict.word().substring("same".length())};
                case "open" -> new String[] {AGAINST, " is " + verdict.word() + detail};
                default -> new String[] {AGAINST, ", no verdict"};
            };
            String of = VerdictLabel.ratio(comparison);
            return new Sentence(title, subject, words[0], object, over + words[1] + note, of, verdict);
        }

        public String text() {
            return subject + link + object + end + (ratio.isEmpty() ? "" : ": " + ratio);
        }
    }
}

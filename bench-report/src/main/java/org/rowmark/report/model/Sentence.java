package org.rowmark.report.model;

import java.util.Set;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;

/**
 * An answer in words. Subject, link, object and end make a sentence.
 *
 * @param title its topic, empty for the comparison as a whole
 * @param subject name of the configuration
 * @param link words between the names, spaces included
 * @param object name of the baseline
 * @param end the rest of the sentence, empty or starting with a comma or space
 * @param ratio the ratio with its interval, empty if there is none
 * @param label the verdict
 */
public record Sentence(
        String title, String subject, String link, String object, String end, String ratio, VerdictLabel label) {
    private static final String AGAINST = " against ";

    /** Returns the sentence of a row. */
    static Sentence of(CaseRatio row, ComparisonTable table) {
        RatioResult with = row.values();
        Comparison comparison = with.comparison();
        if (row.result().isEmpty()) {
            String reason = ", no ratio, " + row.problem();
            return new Sentence(
                    row.line().title(), row.b().column(), AGAINST, table.baselineName(), reason, "", VerdictLabel.NONE);
        }
        boolean isShort = comparison.n() < row.b().cell().plannedRounds() || !with.hasVerdict();
        String rounds = isShort ? " (" + Numbers.count(comparison.n(), "round") + ")" : "";
        VerdictLabel label = with.label(table.margin());
        return compared(row.line().title(), row.b().column(), table, comparison, label, "", rounds);
    }

    /**
     * Returns the sentence over all lines.
     *
     * @param overall null if there is nothing to compare
     */
    static Sentence of(GeometricMeanRow overall, ComparisonTable table, int column) {
        String name = table.columns().get(column);
        if (overall == null) {
            String reason = ", no ratio that all of them share";
            return new Sentence("", name, AGAINST, table.baselineName(), reason, "", VerdictLabel.NONE);
        }
        VerdictLabel label = overall.label(table.margin());
        return compared("", name, table, overall.comparison(), label, " over " + extent(overall, table), "");
    }

    private static Sentence compared(
            String title,
            String name,
            ComparisonTable table,
            Comparison comparison,
            VerdictLabel label,
            String over,
            String rounds) {
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
        return new Sentence(title, name, link, table.baselineName(), over + end + rounds, ratio, label);
    }

    /**
     * Returns {@code 3 workloads}, or {@code 7 cases of 3 workloads} where workloads have several sets of parameter
     * values.
     */
    private static String extent(GeometricMeanRow overall, ComparisonTable table) {
        int lines = overall.lines().size();
        Set<String> titles = Set.copyOf(overall.lines());
        int workloads = (int) table.lines().stream()
                .filter(line -> titles.contains(line.title()))
                .map(line -> line.key().workload())
                .distinct()
                .count();
        String ofWorkloads = Numbers.count(workloads, "workload");
        return lines == workloads ? ofWorkloads : Numbers.count(lines, "case") + " of " + ofWorkloads;
    }

    public String text() {
        return subject + link + object + end + (ratio.isEmpty() ? "" : ": " + ratio);
    }
}

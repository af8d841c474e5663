package org.rowmark.report.model;

import java.util.Set;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Verdict;

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

    /**
     * Returns the sentence of a row.
     *
     * @param isTitled whether the sentence has a title
     */
    static Sentence of(CaseRatio row, ComparisonTable table, boolean isTitled) {
        String title = isTitled ? row.line().title() : "";
        String baseline = table.baselineName();
        if (row.result().isEmpty()) {
            return new Sentence(
                    title,
                    row.b().column(),
                    " against ",
                    baseline,
                    ", no ratio, " + row.problem(),
                    "",
                    VerdictLabel.NONE);
        }
        RatioResult with = row.result().get();
        Comparison comparison = with.comparison();
        int planned = row.b().cell().plannedRounds();
        String rounds = comparison.n() < planned || !with.hasVerdict()
                ? " (" + Numbers.count(comparison.n(), "round") + ")"
                : "";
        VerdictLabel label = with.label(table.margin());
        return compared(title, row.b().column(), baseline, comparison, label, with.verdict(), "", rounds);
    }

    /**
     * Returns the sentence over all lines.
     *
     * @param overall null if there is nothing to compare
     */
    static Sentence of(GeometricMeanRow overall, ComparisonTable table, int column) {
        String name = table.columns().get(column);
        String baseline = table.baselineName();
        if (overall == null) {
            return new Sentence(
                    "", name, " against ", baseline, ", no ratio that all of them share", "", VerdictLabel.NONE);
        }
        String over = " over " + extent(overall, table);
        VerdictLabel label = overall.label(table.margin());
        return compared("", name, baseline, overall.comparison(), label, overall.verdict(), over, "");
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

    private static Sentence compared(
            String title,
            String name,
            String baseline,
            Comparison comparison,
            VerdictLabel label,
            Verdict verdict,
            String over,
            String rounds) {
        String link = " against ";
        String end = label.word().isEmpty() ? ", no verdict" : "";
        if (end.isEmpty()) {
            switch (verdict.word()) {
                case FASTER, SLOWER -> link = " is " + label.word() + " than ";
                case FASTER_SIZE_UNSURE, SLOWER_SIZE_UNSURE -> {
                    link = " is " + label.word() + " than ";
                    end = ", " + label.detail();
                }
                case SAME -> {
                    link = " is the same as ";
                    end = label.word().substring("same".length());
                }
                case UNCLEAR -> end = " is " + label.word() + ", " + label.detail();
                case TOO_FEW_ROUNDS -> {}
            }
        }
        return new Sentence(title, name, link, baseline, over + end + rounds, VerdictLabel.ratio(comparison), label);
    }
}

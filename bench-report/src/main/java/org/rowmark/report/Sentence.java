package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.stats.Comparison;

/**
 * The answer of one row. Subject, link, object and end make a sentence.
 *
 * @param subject name of the target
 * @param link what stands between the names, spaces included
 * @param object name of the baseline
 * @param end how the sentence goes on, empty or from a comma or space
 * @param ratio the ratio with its interval, empty if there is none
 * @param words the verdict
 */
record Sentence(String subject, String link, String object, String end, String ratio, Words words) {

    /** One for each row but the baseline's. */
    static List<Sentence> of(ComparisonTable table, double margin) {
        List<Sentence> sentences = new ArrayList<>();
        for (Row row : table.rows()) {
            if (!row.isBaseline()) {
                sentences.add(row.against()
                        .map(against -> said(row, against, table.baseline(), margin))
                        .orElseGet(() -> unsaid(row, table.baseline())));
            }
        }
        return sentences;
    }

    String text() {
        return subject + link + object + end + (ratio.isEmpty() ? "" : ": " + ratio);
    }

    private static Sentence said(Row row, Row.Against against, String baseline, double margin) {
        Comparison comparison = against.comparison();
        Words words = Words.of(against.verdict(), margin);
        String link = switch (against.verdict().word()) {
            case FASTER, SLOWER, FASTER_SIZE_UNSURE, SLOWER_SIZE_UNSURE -> " is " + words.word() + " than ";
            case SAME -> " is the same as ";
            case UNCLEAR, TOO_FEW_ROUNDS -> " against ";
        };
        String end = switch (against.verdict().word()) {
            case FASTER, SLOWER -> "";
            case FASTER_SIZE_UNSURE, SLOWER_SIZE_UNSURE -> ", " + words.detail();
            case SAME -> " within ±" + Numbers.percent(margin);
            case UNCLEAR -> " is " + words.word() + ", " + words.detail();
            case TOO_FEW_ROUNDS -> ", no verdict";
        };
        String rounds = comparison.n() < row.plannedRounds() || !against.hasWord()
                ? " (" + Numbers.count(comparison.n(), "round") + ")"
                : "";
        return new Sentence(row.target(), link, baseline, end + rounds, Words.ratio(comparison), words);
    }

    private static Sentence unsaid(Row row, String baseline) {
        String why = row.isMeasured() ? "nothing to compare it with" : row.trouble();
        return new Sentence(row.target(), " against ", baseline, ", no ratio, " + why, "", Words.NONE);
    }
}

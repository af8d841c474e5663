package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.rowmark.result.Manifest;
import org.rowmark.stats.Verdict;

/**
 * A short mark beside the headline.
 *
 * @param text what it says
 * @param isWarning whether it takes something away from the numbers
 */
record Badge(String text, boolean isWarning) {

    static List<Badge> of(Manifest manifest, List<ComparisonTable> tables) {
        List<Row> rows = tables.stream().flatMap(table -> table.rows().stream()).toList();
        List<Badge> badges = new ArrayList<>();
        switch (manifest.status()) {
            case RUNNING -> badges.add(new Badge("run still in progress", true));
            case INTERRUPTED -> badges.add(new Badge("run interrupted", true));
            case COMPLETE -> {}
        }
        badges.add(new Badge("interleaved: cells shuffled in every round", false));
        badges.add(new Badge(Numbers.count(manifest.rounds(), "round"), false));
        few(badges, manifest, rows);
        count(badges, rows, "complete", false, row -> row.state() == Row.State.OK);
        count(badges, rows, "incomplete", true, Row::isIncomplete);
        count(badges, rows, "failed", true, unmeasured(Row.State.FAILED));
        count(badges, rows, "skipped", true, unmeasured(Row.State.SKIPPED));
        count(badges, rows, "without a round", true, unmeasured(Row.State.UNFINISHED));
        return badges;
    }

    private static void few(List<Badge> badges, Manifest manifest, List<Row> rows) {
        List<Row.Against> compared =
                rows.stream().flatMap(row -> row.against().stream()).toList();
        long wordless = compared.stream().filter(against -> !against.hasWord()).count();
        String few = "fewer than five rounds: no verdict";
        if (manifest.rounds() < Verdict.LEAST_ROUNDS || (wordless > 0 && wordless == compared.size())) {
            badges.add(new Badge(few, true));
        } else if (wordless > 0) {
            badges.add(
                    new Badge(wordless + " of " + Numbers.count(compared.size(), "comparison") + " with " + few, true));
        }
    }

    private static Predicate<Row> unmeasured(Row.State state) {
        return row -> row.state() == state && !row.isMeasured();
    }

    private static void count(
            List<Badge> badges, List<Row> rows, String what, boolean isWarning, Predicate<Row> which) {
        int n = (int) rows.stream().filter(which).count();
        if (n > 0) {
            badges.add(new Badge(n + " of " + Numbers.count(rows.size(), "cell") + " " + what, isWarning));
        }
    }
}

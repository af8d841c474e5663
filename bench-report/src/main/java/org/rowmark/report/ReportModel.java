package org.rowmark.report;

import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Verdict;

/**
 * Everything a report says, before anybody lays it out. Runs stand one after the other and are never mixed: a ratio
 * compares cells of the same round.
 *
 * @param margin δ, the difference that does not matter in practice
 * @param runs at least one
 */
record ReportModel(double margin, List<RunView> runs) {

    static ReportModel of(List<RunRecord> runs) {
        double margin = Verdict.DEFAULT_MARGIN;
        return new ReportModel(
                margin, runs.stream().map(run -> RunView.of(run, margin)).toList());
    }

    String title() {
        return runs.stream().map(RunView::question).distinct().collect(Collectors.joining(" · "));
    }

    /** Whether a verdict word stands anywhere, so that words need explaining. */
    boolean hasWords() {
        return runs.stream().flatMap(run -> run.tables().stream()).anyMatch(ComparisonTable::hasWords);
    }
}

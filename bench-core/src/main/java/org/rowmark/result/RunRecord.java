package org.rowmark.result;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.result.query.QueryRecord;

/** The content of a run directory; outcomes are in the order in which cells ended. */
public record RunRecord(
        Manifest manifest,
        Samples samples,
        List<CellOutcome> outcomes,
        List<SqlScript> scripts,
        List<HighestRate> highestRates,
        QueryRecord queries,
        TimeLines timeLines,
        ClientRecord clients) {
    /** A run of one client that searched no rates, and recorded nothing of queries and of seconds. */
    public RunRecord(Manifest manifest, Samples samples, List<CellOutcome> outcomes, List<SqlScript> scripts) {
        this(manifest, samples, outcomes, scripts, List.of(), QueryRecord.NONE, TimeLines.NONE, ClientRecord.NONE);
    }

    /**
     * The outcome of a cell over all rounds.
     *
     * @param outcome ok if every round of the run was ok, with a goal every one in which the cell was measured; skipped
     *     if the cell was skipped; otherwise failed
     * @param reason of the first failure or of the skip, empty for ok
     */
    public record Summary(Outcome outcome, int okRounds, String reason) {}

    /** Returns the summaries by cell number. A planned cell that was never measured has failed. */
    public Map<Integer, Summary> summaries() {
        Map<Integer, List<CellOutcome>> byCell = outcomes.stream().collect(Collectors.groupingBy(CellOutcome::cell));
        Map<Integer, Summary> summaries = new TreeMap<>();
        for (PlannedCell cell : manifest.cells()) {
            summaries.put(cell.number(), summarise(Objects.requireNonNullElse(byCell.get(cell.number()), List.of())));
        }
        return summaries;
    }

    public long count(Outcome outcome) {
        return summaries().values().stream()
                .filter(summary -> summary.outcome() == outcome)
                .count();
    }

    private Summary summarise(List<CellOutcome> ofCell) {
        int ok = (int)
                ofCell.stream().filter(round -> round.outcome() == Outcome.OK).count();
        for (Outcome notOk : List.of(Outcome.SKIPPED, Outcome.FAILED)) {
            for (CellOutcome round : ofCell) {
                if (round.outcome() == notOk) {
                    return new Summary(notOk, ok, round.reason());
                }
            }
        }
        int rounds = manifest.progress().rounds();
        int least = manifest.method()
                .goal()
                .map(goal -> Math.min(rounds, goal.looks().get(0)))
                .orElse(rounds);
        return ok >= least
                ? new Summary(Outcome.OK, ok, "")
                : new Summary(
                        Outcome.FAILED,
                        ok,
                        "measured in " + ok + " of " + least + " rounds: "
                                + (samples.damages().isEmpty()
                                        ? "the run ended early"
                                        : "lines of the record cannot be read"));
    }
}

package org.rowmark.resume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.rowmark.fixture.Session;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.HighestRate;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.output.KeptForks;
import org.rowmark.util.SteadyClock;
import org.rowmark.util.UsageException;

/**
 * What is kept of a run that was stopped, while it is continued: the cells that ended, round by round. A group of cells
 * that take turns is one thing: it is kept if all of it ended.
 */
public final class Resumption {
    /** @param round 0 for what is before the first round */
    private record RoundOfCell(int round, int cell) {}

    private final Optional<RunRecord> record;
    private final Predicate<List<String>> isAccepted;
    private final Map<RoundOfCell, CellOutcome> kept = new LinkedHashMap<>();
    private final Set<Integer> searched = new HashSet<>();

    private final boolean isContinued;

    private Resumption(boolean isContinued, Optional<RunRecord> record, Predicate<List<String>> isAccepted) {
        this.isContinued = isContinued;
        this.record = record;
        this.isAccepted = isAccepted;
    }

    /** Returns what is kept of a run that begins: nothing. */
    public static Resumption none() {
        return new Resumption(false, Optional.empty(), changes -> true);
    }

    /** Finds what is kept, if the plan is that of the directory; changes of the environment are to be accepted. */
    public static Resumption of(Plan plan, Predicate<List<String>> isAccepted) throws IOException {
        Path directory = plan.request().output().directory();
        if (!RunDirectory.isBegun(directory)) {
            RunDirectory.discardUnbegun(directory);
            return new Resumption(true, Optional.empty(), isAccepted);
        }
        RunRecord record = RunDirectory.read(directory);
        if (record.manifest().progress().status() == Manifest.Status.COMPLETE) { // since the command looked at it
            throw new UsageException(directory + " is complete; nothing is left to measure");
        }
        requireSame(plan, record.manifest(), directory);
        Resumption resumption = new Resumption(true, Optional.of(record), isAccepted);
        record.samples().scores().forEach(score -> SteadyClock.passes(score.end()));
        record.outcomes().forEach(outcome -> SteadyClock.passes(outcome.end()));
        resumption.find(plan, KeptForks.in(directory));
        return resumption;
    }

    private static void requireSame(Plan plan, Manifest manifest, Path directory) {
        String what = "";
        if (plan.request().seed() != manifest.request().seed()) {
            what = "the seed is";
        } else if (!plan.cells().equals(manifest.cells())) {
            what = "its cells are";
        } else if (plan.request().rounds().planned() != manifest.method().plannedRounds()) {
            what = "its number of rounds is";
        }
        if (!what.isEmpty()) {
            throw new UsageException(directory + " cannot be continued: " + what
                    + " not what run.json has, since the study, the targets file, a jar or Rowmark was changed; put"
                    + " that back, or start a new run");
        }
    }

    private void find(Plan plan, KeptForks forks) {
        for (CellOutcome outcome : record.orElseThrow().outcomes()) {
            if (outcome.outcome() != Outcome.OK || forks.has(outcome.round(), outcome.cell())) {
                RoundOfCell place = new RoundOfCell(outcome.round(), outcome.cell());
                kept.remove(place); // the last one counts, and comes last
                kept.put(place, outcome);
            }
        }
        if (plan.request().rounds().order() == RoundOrder.TURNS) {
            discardPartsOfGroups(plan);
        }
        for (HighestRate rate : record.orElseThrow().highestRates()) {
            plan.cells().stream()
                    .filter(cell -> rate.isOf(cell.without(Session.RATE)))
                    .findFirst()
                    .ifPresent(cell -> searched.add(cell.number()));
        }
    }

    private void discardPartsOfGroups(Plan plan) {
        Map<List<?>, List<Integer>> groups = new HashMap<>();
        for (PlannedCell cell : plan.cells()) {
            if (!plan.request().isSingleShot(cell) && !isSkipped(cell)) {
                groups.computeIfAbsent(cell.question(), none -> new ArrayList<>())
                        .add(cell.number());
            }
        }
        Set<Integer> rounds = new HashSet<>();
        kept.keySet().forEach(place -> rounds.add(place.round()));
        for (int round : rounds) {
            for (List<Integer> group : groups.values()) {
                if (!group.stream().allMatch(cell -> keeps(round, cell))) {
                    group.forEach(cell -> kept.remove(new RoundOfCell(round, cell)));
                }
            }
        }
    }

    /** Returns whether a run is continued, even one that has recorded nothing. */
    public boolean isContinued() {
        return isContinued;
    }

    /** Returns whether a run is continued of which something is recorded. */
    public boolean isPresent() {
        return record.isPresent();
    }

    /** Returns whether the record of a cell in a round stays. */
    public boolean keeps(int round, int cell) {
        return kept.containsKey(new RoundOfCell(round, cell)) || (round == 0 && searched.contains(cell));
    }

    /** Returns whether a cell was skipped before the first round. */
    public boolean isSkipped(PlannedCell cell) {
        CellOutcome outcome = kept.get(new RoundOfCell(0, cell.number()));
        return outcome != null && outcome.outcome() == Outcome.SKIPPED;
    }

    /** Lists how the cells ended that are kept of a round, in the order in which they did. */
    public List<CellOutcome> outcomes(int round) {
        return kept.values().stream()
                .filter(outcome -> outcome.round() == round)
                .toList();
    }

    /** Returns the last round of which cells are kept, 0 for none. */
    public int lastRound() {
        return kept.keySet().stream().mapToInt(RoundOfCell::round).max().orElse(0);
    }

    /** Returns the number of cells that are kept, of all rounds. */
    public int keptCells() {
        return (int) kept.keySet().stream().filter(place -> place.round() > 0).count();
    }

    /** Returns the most starts that a target's server has had. */
    public Map<String, Integer> serverStarts(List<PlannedCell> cells) {
        Map<String, Integer> starts = new HashMap<>();
        record.ifPresent(known -> known.outcomes()
                .forEach(outcome ->
                        starts.merge(cells.get(outcome.cell() - 1).target(), outcome.serverStart(), Math::max)));
        return starts;
    }

    /** Returns the highest rates that were found. */
    public List<HighestRate> highestRates() {
        return record.map(RunRecord::highestRates).orElse(List.of());
    }

    /** Returns what the run directory has of the run; empty if it had not begun. */
    public Optional<Manifest> manifest() {
        return record.map(RunRecord::manifest);
    }

    /** Requires that the user accepts the changes of the environment. */
    public void require(List<String> changes) {
        if (!changes.isEmpty() && !isAccepted.test(changes)) {
            throw new UsageException("not continued: the environment differs from that in which the run began ("
                    + String.join("; ", changes) + "); give --yes to continue nevertheless");
        }
    }
}

package org.rowmark.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.report.cells.Cell;
import org.rowmark.result.Manifest;
import org.rowmark.util.UsageException;

/**
 * The second of two visits to A, before and after B. Both become one side, and the statistics check whether they agree.
 */
final class ControlVisit {
    /** Seconds between the invented starts of two visits, more than a visit has rounds. */
    private static final long VISIT_SECONDS = 1_000_000;

    private ControlVisit() {}

    /**
     * Returns A and B as the sides.
     *
     * @param visits A, B, A again
     * @throws UsageException if the runs were not measured in this order, or no cell of A was measured again
     */
    static SideBySide joined(SideBySide visits) {
        requireOrder(visits.inputs());
        List<List<Cell>> cells = inTime(visits);
        List<Cell> a = both(cells.get(0), cells.get(2), visits.inputs().get(2).name());
        return new SideBySide(visits.inputs(), List.of(a, cells.get(1)));
    }

    private static void requireOrder(List<Input> inputs) {
        for (int i = 1; i < inputs.size(); i++) {
            Input later = inputs.get(i);
            Input earlier = inputs.get(i - 1);
            Optional<Instant> start = later.manifest().map(run -> run.progress().started());
            Optional<Instant> end = earlier.manifest()
                    .map(Manifest::progress)
                    .map(progress -> progress.finished().orElse(progress.started()));
            if (start.isPresent() && end.filter(start.get()::isBefore).isPresent()) {
                throw new UsageException("--control: " + later.path() + " began before " + earlier.path()
                        + " was over; give A, B and --control in the order in which they were measured");
            }
        }
    }

    /** Returns the cells, with invented start times in the given order if a file does not report its own. */
    private static List<List<Cell>> inTime(SideBySide visits) {
        if (visits.inputs().stream().allMatch(input -> input.run().isPresent())) {
            return visits.sides();
        }
        List<List<Cell>> timed = new ArrayList<>();
        for (List<Cell> visit : visits.sides()) {
            Instant begin = Instant.EPOCH.plusSeconds(VISIT_SECONDS * timed.size());
            timed.add(visit.stream()
                    .map(cell -> {
                        Map<Integer, Instant> starts = new TreeMap<>();
                        cell.values().score().keySet().forEach(round -> starts.put(round, begin.plusSeconds(round)));
                        return cell.withValues(cell.values().withStarts(starts));
                    })
                    .toList());
        }
        return timed;
    }

    private static List<Cell> both(List<Cell> first, List<Cell> second, String name) {
        Map<Map<String, String>, Cell> again = new HashMap<>();
        second.forEach(cell -> again.put(cell.keys(), cell));
        if (first.stream().noneMatch(cell -> again.containsKey(cell.keys()))) {
            throw new UsageException("--control " + name + " has no line of A: it must be A, measured again after B");
        }
        return first.stream()
                .map(cell -> both(cell, again.getOrDefault(cell.keys(), Cell.absent()), name))
                .toList();
    }

    private static Cell both(Cell cell, Cell second, String name) {
        Cell again = second.withValues(second.values().in(cell.values().unit()));
        if (!cell.isMeasured()) {
            return cell;
        }
        if (!again.isMeasured() || !again.values().isLike(cell.values())) {
            return cell.withProblem("not measured again in " + name);
        }
        Cell first = again.problem().isEmpty() ? cell : cell.withProblem(name + " " + again.problem());
        return new Cell(
                cell.keys(),
                cell.operation(),
                cell.durability(),
                cell.isReference(),
                cell.state() == Cell.State.OK ? again.state() : cell.state(),
                first.problem(),
                cell.plannedRounds() + again.plannedRounds(),
                cell.looks(),
                cell.perRound(),
                cell.values().followedBy(again.values(), cell.plannedRounds()));
    }
}

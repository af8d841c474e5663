package org.rowmark.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.util.UsageException;

/**
 * The second of two visits to A, before and after B. Both become one side, and the statistics check whether they agree.
 */
final class ControlVisit {
    /** Seconds between the invented starts of two visits, more than a visit has rounds. */
    private static final long VISIT_SECONDS = 1_000_000;

    private final List<Cell> later;
    private final String name;

    /** @param later the cells of the second visit, without the key {@link Cell#RUN} */
    ControlVisit(List<Cell> later, String name) {
        this.later = later;
        this.name = name;
    }

    /**
     * Returns the visits, with invented start times in the given order if a file does not report its own.
     *
     * @param visits A, B, A again
     * @param inputs the sources of the visits
     */
    static List<List<Cell>> inTime(List<List<Cell>> visits, List<Input> inputs) {
        if (inputs.stream().allMatch(input -> input.run().isPresent())) {
            return visits;
        }
        List<List<Cell>> timed = new ArrayList<>();
        for (List<Cell> visit : visits) {
            Instant begin = Instant.EPOCH.plusSeconds(VISIT_SECONDS * timed.size());
            timed.add(visit.stream().map(cell -> from(begin, cell)).toList());
        }
        return timed;
    }

    private static Cell from(Instant begin, Cell cell) {
        Map<Integer, Instant> starts = new TreeMap<>();
        cell.values().score().keySet().forEach(round -> starts.put(round, begin.plusSeconds(round)));
        return cell.withValues(cell.values().withStarts(starts));
    }

    /**
     * Requires the runs to have been measured in this order.
     *
     * @throws UsageException if one began too early
     */
    static void requireOrder(List<Input> inputs) {
        for (int i = 1; i < inputs.size(); i++) {
            Input later = inputs.get(i);
            Input earlier = inputs.get(i - 1);
            Optional<Instant> start =
                    later.manifest().map(manifest -> manifest.progress().started());
            Optional<Instant> end = earlier.manifest()
                    .flatMap(manifest -> manifest.progress().finished())
                    .or(() -> earlier.manifest()
                            .map(manifest -> manifest.progress().started()));
            if (start.isPresent() && end.isPresent() && start.get().isBefore(end.get())) {
                throw new UsageException("--control: " + later.path() + " began before " + earlier.path()
                        + " was over; give A, B and --control in the order in which they were measured");
            }
        }
    }

    /**
     * Returns the cells of both visits to A as one side.
     *
     * @throws UsageException if no cell of A was measured again
     */
    List<Cell> with(List<Cell> first) {
        Map<Map<String, String>, Cell> again = new HashMap<>();
        later.forEach(cell -> again.put(cell.keys(), cell));
        if (first.stream().noneMatch(cell -> again.containsKey(cell.keys()))) {
            throw new UsageException("--control " + name + " has no line of A: it must be A, measured again after B");
        }
        return first.stream()
                .map(cell -> both(cell, Optional.ofNullable(again.get(cell.keys()))))
                .toList();
    }

    private Cell both(Cell cell, Optional<Cell> again) {
        boolean isAgain = cell.isMeasured()
                && again.filter(Cell::isMeasured).isPresent()
                && again.get().values().unit().equals(cell.values().unit())
                && again.get().values().mode().equals(cell.values().mode());
        if (!isAgain) {
            return cell.isMeasured() ? cell.withProblem("not measured again in " + name) : cell;
        }
        Cell other = again.get();
        String problem = String.join(
                "; ",
                Stream.of(cell.problem(), other.problem().isEmpty() ? "" : name + " " + other.problem())
                        .filter(text -> !text.isEmpty())
                        .toList());
        return new Cell(
                cell.keys(),
                cell.operation(),
                cell.durability(),
                cell.state() == Cell.State.OK ? other.state() : cell.state(),
                problem,
                cell.plannedRounds() + other.plannedRounds(),
                cell.values().followedBy(other.values(), cell.plannedRounds()));
    }
}

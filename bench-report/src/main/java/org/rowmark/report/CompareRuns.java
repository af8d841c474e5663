package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.result.Manifest;
import org.rowmark.util.UsageException;

/**
 * A comparison of B with A, each a run directory or a result file of JMH. They are not interleaved, and the report
 * contains a warning; a second visit to A, after B, shows whether the environment was stable. Both visits become one
 * side, and the statistics check whether they agree.
 */
public record CompareRuns(ReportModel model, Gate gate) {
    /**
     * Reads and compares the measurements.
     *
     * @param control A, measured again after B
     * @param options without regard to their baseline, which is A
     * @throws UsageException if something cannot be read, both sides are the same or have no line in common, the three
     *     were not measured in this order, or no cell of A was measured again
     */
    public static CompareRuns of(Path a, Path b, Optional<Path> control, ReportOptions options) throws IOException {
        SideBySide all = SideBySide.of(
                Input.read(Stream.concat(Stream.of(a, b), control.stream()).toList()));
        SideBySide compared = control.isPresent() ? joined(all) : all;
        View view = compared.view(options);
        return new CompareRuns(new ReportModel(List.of(view)), Gate.of(view, compared));
    }

    /** Returns A and B as the sides of A, B and A again. */
    private static SideBySide joined(SideBySide visits) {
        List<Input> inputs = visits.inputs();
        requireOrder(inputs.get(0), inputs.get(1));
        requireOrder(inputs.get(1), inputs.get(2));
        String name = inputs.get(2).name();
        Map<Map<String, String>, Cell> again = new HashMap<>();
        timed(2, visits).forEach(cell -> again.put(cell.keys(), cell));
        List<Cell> first = timed(0, visits);
        if (first.stream().noneMatch(cell -> again.containsKey(cell.keys()))) {
            throw new UsageException("--control " + name + " has no line of A: it must be A, measured again after B");
        }
        List<Cell> a = first.stream()
                .map(cell -> both(cell, again.getOrDefault(cell.keys(), Cell.absent()), name))
                .toList();
        return new SideBySide(inputs, List.of(a, timed(1, visits)));
    }

    private static void requireOrder(Input earlier, Input later) {
        Optional<Instant> start = later.manifest().map(run -> run.progress().started());
        Optional<Instant> end = earlier.manifest()
                .map(Manifest::progress)
                .map(progress -> progress.finished().orElse(progress.started()));
        if (start.isPresent() && end.filter(start.get()::isBefore).isPresent()) {
            throw new UsageException("--control: " + later.path() + " began before " + earlier.path()
                    + " was over; give A, B and --control in the order in which they were measured");
        }
    }

    /** Invents when the rounds of a visit began, each visit on a day of its own: a file of JMH does not report it. */
    private static List<Cell> timed(int visit, SideBySide visits) {
        Instant begin = Instant.EPOCH.plus(visit, ChronoUnit.DAYS);
        List<Cell> timed = new ArrayList<>();
        for (Cell cell : visits.sides().get(visit)) {
            Map<Integer, Instant> starts = new TreeMap<>();
            cell.values().score().keySet().forEach(round -> starts.put(round, begin.plusSeconds(round)));
            timed.add(cell.withValues(cell.values().withStarts(starts)));
        }
        return timed;
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
        Cell.State state = cell.state() == Cell.State.OK ? again.state() : cell.state();
        int planned = cell.plannedRounds() + again.plannedRounds();
        CellValues values = cell.values().followedBy(again.values(), cell.plannedRounds());
        return first.with(state, first.problem(), planned, cell.perRound(), values);
    }
}

package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.fixture.Session;
import org.rowmark.options.Rates;
import org.rowmark.plan.Cell;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.ForkLog;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.turns.fork.TurnsOfFork;
import org.rowmark.util.ErrorMessages;

/** The forks of a run's cells. Their samples go to the run directory, and what they print to its log. */
public final class CellForks {
    private final Fork.Measuring measuring;
    private final RunDirectory directory;
    private final RunLog log;
    private final RunListener listener;
    private Map<Integer, String> rates = Map.of();

    public CellForks(Fork.Measuring measuring, RunDirectory directory, RunLog log, RunListener listener) {
        this.measuring = measuring;
        this.directory = directory;
        this.log = log;
        this.listener = listener;
    }

    /** Sets the rates of cells whose rate is a part of the highest one that was found, by number. */
    public void setRates(Map<Integer, String> found) {
        rates = found;
    }

    /**
     * Measures a cell once, to the end of its fork.
     *
     * @param request with the iterations of this fork
     * @param round 0 for a trial before the first one, of which the listener is not informed
     * @param turns of the fork, if it takes turns
     * @throws IOException if a sample or a line cannot be recorded
     */
    public EndedFork measure(RunRequest request, Cell cell, int round, Path endpointFile, Optional<TurnsOfFork> turns)
            throws IOException {
        Optional<Cell> measured = atRate(cell);
        if (measured.isEmpty()) {
            return new EndedFork(
                    Optional.empty(), "no highest rate was found, of which its rate would be a part", List.of());
        }
        String prefix = turns.isPresent() ? cell.target().name() + ": " : "";
        try (ForkLog lines = new ForkLog(log, prefix)) {
            SampleRecorder recorder = new SampleRecorder(
                    directory, lines, round == 0 ? RunListener.NONE : listener, cell.planned(), round, turns);
            Optional<KeptFork> returned = Optional.empty();
            String problem = "";
            try {
                returned = Optional.of(recorder.completed(
                        measuring.measure(new Fork(request, measured.get(), endpointFile, turns), recorder)));
            } catch (RunnerException e) {
                problem = ErrorMessages.ofFork(e, lines.remembered());
            } catch (Fork.Failed e) {
                problem = e.getMessage();
            }
            lines.check();
            if (returned.isPresent() && round > 0) {
                recorder.keepLatencies();
            }
            return new EndedFork(returned, problem, recorder.samples());
        }
    }

    /** Returns the cell as it is measured, with its rate in operations per second; empty if that is not known. */
    private Optional<Cell> atRate(Cell cell) {
        if (!cell.planned().parameters().getOrDefault(Session.RATE, "").endsWith(Rates.MAX)) {
            return Optional.of(cell);
        }
        return Optional.ofNullable(rates.get(cell.number()))
                .map(rate -> cell.with(cell.planned().with(Session.RATE, rate)));
    }
}

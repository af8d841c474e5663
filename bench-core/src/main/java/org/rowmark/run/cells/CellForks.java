package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.fixture.Session;
import org.rowmark.options.Rates;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.output.RunLog.ForkLog;
import org.rowmark.turns.fork.TurnsOfFork;
import org.rowmark.util.ErrorMessages;

/**
 * The forks of a run's cells. Their samples go to the run directory, and what they print to its log.
 *
 * @param rates of cells whose rate is a part of the highest one that was found, by number
 */
public record CellForks(
        Fork.Measuring measuring,
        RunDirectory directory,
        RunLog log,
        RunListener listener,
        Map<Integer, String> rates) {
    /** A fork that has ended, with the samples of its measured iterations; nothing is returned if it failed. */
    public record EndedFork(Optional<KeptFork> returned, String problem, List<Sample> samples) {
        /** Returns a failed fork whose server ended meanwhile, with what became of the server in words. */
        public EndedFork ofEndedServer(String then) {
            String why = "the server ended while the cell was measured; " + then + " (" + problem + ")";
            return new EndedFork(returned, ErrorMessages.oneLine(why), samples);
        }
    }

    /**
     * Measures a cell once, to the end of its fork.
     *
     * @param round 0 for a trial before the first one, of which the listener is not informed
     * @throws IOException if a sample or a line cannot be recorded
     */
    public EndedFork measure(
            RunRequest request, PlannedCell cell, int round, Path endpointFile, Optional<TurnsOfFork> turns)
            throws IOException {
        Optional<PlannedCell> measured = atRate(cell);
        if (measured.isEmpty()) {
            return new EndedFork(
                    Optional.empty(), "no highest rate was found, of which its rate would be a part", List.of());
        }
        String prefix = turns.isPresent() ? cell.target() + ": " : "";
        try (ForkLog lines = new ForkLog(log, prefix)) {
            SampleRecorder recorder =
                    new SampleRecorder(directory, lines, round == 0 ? RunListener.NONE : listener, cell, round, turns);
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
    private Optional<PlannedCell> atRate(PlannedCell cell) {
        if (!cell.parameters().getOrDefault(Session.RATE, "").endsWith(Rates.MAX)) {
            return Optional.of(cell);
        }
        return Optional.ofNullable(rates.get(cell.number())).map(rate -> cell.with(Session.RATE, rate));
    }
}

package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.plan.Cell;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.ForkLog;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.turns.Seat;
import org.rowmark.util.ErrorMessages;

/**
 * A fork that has ended.
 *
 * @param result empty if it failed
 * @param problem why it failed, one line
 * @param warmups scores of its warm-up iterations
 * @param data fingerprints, by name, of the data that was measured on
 * @param speed of one thread, in million steps per second
 */
record Attempt(
        Optional<BenchmarkResult> result,
        String problem,
        List<Double> warmups,
        Map<String, String> data,
        OptionalDouble speed) {
    /** Returns a fork that ended well before its run was stopped. */
    static Attempt kept(KeptFork fork) {
        return new Attempt(Optional.of(fork.result()), "", fork.warmups(), fork.data(), fork.speed());
    }

    /**
     * Measures a cell once, to the end of its fork.
     *
     * @throws IOException if a sample or a line cannot be recorded
     */
    static Attempt of(RunContext run, Cell cell, int round, Path endpointFile, Optional<Seat> seat) throws IOException {
        Optional<Cell> measured = run.atRate(cell);
        if (measured.isEmpty()) {
            String problem = "no highest rate was found, of which its rate would be a part";
            return new Attempt(Optional.empty(), problem, List.of(), Map.of(), OptionalDouble.empty());
        }
        String prefix = seat.isPresent() ? cell.target().name() + ": " : "";
        try (ForkLog log = new ForkLog(run.log(), prefix)) {
            SampleRecorder recorder =
                    new SampleRecorder(run.directory(), log, run.listener(), cell.planned(), round, seat);
            Optional<BenchmarkResult> result = Optional.empty();
            String problem = "";
            try {
                result = Optional.of(recorder.completed(
                        run.forks().measure(new Fork(run.request(), measured.get(), endpointFile, seat), recorder)));
            } catch (RunnerException e) {
                problem = ErrorMessages.ofFork(e, log.remembered());
            } catch (Fork.Failed e) {
                problem = e.getMessage();
            }
            log.check();
            if (result.isPresent() && round > 0) {
                recorder.keepLatencies();
            }
            return new Attempt(result, problem, recorder.warmups(), recorder.data(), recorder.speed());
        }
    }

    /**
     * Returns the same failure, of a fork whose server ended meanwhile.
     *
     * @param then what became of the server, in words
     */
    Attempt ofEndedServer(String then) {
        String why =
                ErrorMessages.oneLine("the server ended while the cell was measured; " + then + " (" + problem + ")");
        return new Attempt(result, why, warmups, data, speed);
    }
}

package org.rowmark.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.rowmark.run.fork.PrintedOutput;
import org.rowmark.util.LastLines;
import org.rowmark.util.LineSplitter;

/** The output of a client's fork, which passes on each iteration with the lines that were printed before its end. */
final class ForwardedOutput implements PrintedOutput, Consumer<String> {
    private final FailableBiConsumer<JmhResult, List<String>, IOException> receiver;
    private final List<String> lines = new ArrayList<>();
    private final LastLines last = new LastLines();
    private final LineSplitter printed = new LineSplitter(this);

    /** @param receiver takes each iteration with the lines before its end */
    ForwardedOutput(FailableBiConsumer<JmhResult, List<String>, IOException> receiver) {
        this.receiver = receiver;
    }

    @Override
    public synchronized void accept(String line) {
        lines.add(line);
        last.add(line);
    }

    /** Takes the lines since the last call. */
    synchronized List<String> take() {
        List<String> taken = new ArrayList<>(lines);
        lines.clear();
        return taken;
    }

    List<String> remembered() {
        return last.all();
    }

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
        try {
            receiver.accept(JmhResult.of(data, iteration), take());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
        // the fork reports when it begins
    }

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        // the orchestrating process names the cell
    }

    @Override
    public void print(String text) {
        printed.print(text);
    }

    @Override
    public void close() {
        printed.close();
    }
}

package org.rowmark.run.fork;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** An output of JMH's runner for one fork, of which only the iterations and the printed text matter. */
public interface PrintedOutput extends OutputFormat {
    @Override
    default void endBenchmark(BenchmarkResult result) {
        // The iterations have been taken one by one.
    }

    @Override
    default void startRun() {
        // A call of JMH's runner is one fork; the run is ours.
    }

    @Override
    default void endRun(Collection<RunResult> results) {
        // As above.
    }

    @Override
    default void println(String text) {
        print(text + "\n");
    }

    @Override
    default void flush() {
        // Lines are passed on when they end.
    }

    @Override
    default void verbosePrintln(String text) {
        // Pages of class paths; JMH shows them on request only, too.
    }

    @Override
    default void write(int character) {
        print(String.valueOf((char) character));
    }

    @Override
    default void write(byte[] bytes) {
        print(new String(bytes, StandardCharsets.UTF_8));
    }
}

package org.rowmark.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.util.Durations;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.LastLines;
import org.rowmark.util.SteadyClock;
import org.rowmark.util.UsageException;

/**
 * The forks of jars: each is a call of their own JMH, which starts one JVM that measures. Nothing of Rowmark is in
 * either; the result is in the file of the fork, in JMH's JSON.
 *
 * @param cases by the number of the cell
 * @param prefix a program that replaces itself by the one behind it
 */
record JarForks(Map<Integer, BenchmarkCase> cases, JmhWords words, List<String> prefix) implements Fork.Measuring {
    private static final Pattern ENDED = Pattern.compile("<(?:failure: (.+)|forked VM failed with exit code (\\d+))>");

    /** The first line of what JMH itself prints about a failure, behind that of the JVM that measured. */
    private static final String OF_HOST = "ERROR: ";

    @Override
    public BenchmarkResult measure(Fork fork, SampleRecorder recorder) throws Fork.Failed {
        BenchmarkCase measured = cases.get(fork.cell().number());
        Path file = fork.endpointFile();
        Duration limit = fork.request().sampling().limit();
        List<String> command = measured.command(words, file);
        recorder.line("# " + fork.cell().label() + ", round " + recorder.round() + ": " + String.join(" ", command));
        Printed printed = new Printed(recorder);
        long begun = System.nanoTime();
        try {
            Files.deleteIfExists(file);
            new Tool(new Command(command).behind(prefix), limit).run(printed);
            return JarResult.read(measured, file).record(recorder, printed);
        } catch (Tool.Failure | UsageException e) { // of the process, of its file
            throw new Fork.Failed(printed.reason().orElse(ErrorMessages.of(e)), e);
        } catch (IOException e) {
            boolean isLate = System.nanoTime() - begun >= limit.toNanos();
            throw new Fork.Failed(
                    isLate
                            ? "killed after " + Durations.words(limit) + "; give it more time with --timeout"
                            : ErrorMessages.of(e),
                    e);
        }
    }

    /** The text that a fork printed, with the times at which its measured iterations ended. */
    static final class Printed implements Consumer<String> {
        private static final Pattern ITERATION = Pattern.compile("(# Warmup )?Iteration +(\\d+): (.*)");

        private final SampleRecorder recorder;
        private final LastLines last = new LastLines();
        private final List<Instant> ends = new ArrayList<>();
        private Instant begin = SteadyClock.now();

        Printed(SampleRecorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public void accept(String line) {
            recorder.line(line);
            Matcher iteration = ITERATION.matcher(line);
            last.add(iteration.matches() ? iteration.group(3) : line); // a failure begins behind the number
            if (iteration.matches()) {
                recorder.progress(line);
                if (iteration.group(1) != null) {
                    begin = SteadyClock.now();
                } else if (Integer.parseInt(iteration.group(2)) == ends.size() + 1) {
                    ends.add(SteadyClock.now());
                }
            }
        }

        /** Returns when measured iterations ended, the beginning of the first one in front; of all, if it is not known. */
        List<Instant> times(int iterations) {
            List<Instant> times = new ArrayList<>(List.of(begin));
            Instant end = SteadyClock.now();
            for (int i = 0; i < iterations; i++) {
                times.add(ends.size() == iterations ? ends.get(i) : end);
            }
            return times;
        }

        /** Returns the reason that the JVM which measured has printed, or its exit code; empty for none. */
        Optional<String> reason() {
            List<String> lines = last.all();
            List<String> ofJvm =
                    lines.stream().takeWhile(line -> !line.startsWith(OF_HOST)).toList();
            Optional<String> exit = ofJvm.stream()
                    .map(ENDED::matcher)
                    .filter(Matcher::matches)
                    .map(end -> end.group(1) != null ? end.group(1) : exited(end.group(2)))
                    .findFirst();
            String unknown = "Forked VM failed";
            String cause = ErrorMessages.ofFork(new IllegalStateException(unknown), ofJvm);
            return cause.equals(unknown) ? exit : Optional.of(cause.replace(" (" + unknown + ")", ""));
        }

        private static String exited(String code) {
            return "its JVM ended with exit code " + code
                    + " before it had measured: by System.exit, or by a crash; see log.txt";
        }
    }
}

package org.rowmark.result.latency;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rowmark.util.UsageException;

/**
 * The operations of each cell by second, where single operations are timed: {@code latencies/cell-1.csv} in the run
 * directory, a line for each second of the rounds that ended well.
 *
 * @param directory of the run; empty for a run without files
 */
public record TimeLines(Optional<Path> directory) {
    public static final TimeLines NONE = new TimeLines(Optional.empty());

    private static final String HEADER = "round,warmup,iteration,start,seconds,operations,timed,p50,p99,max";
    private static final int COLUMNS = 10;
    private static final double MEDIAN = 50;
    private static final double SLOW = 99;
    private static final double MILLIS = 1000;

    /**
     * A second of an iteration; the last one may have another length.
     *
     * @param iteration from 1, warm-ups for themselves
     * @param timed how many of the operations that ended in it were timed
     * @param p50 in nanoseconds, within 1 % like the others; 0 if no operation was timed
     */
    public record Second(
            int round,
            boolean isWarmup,
            int iteration,
            Instant start,
            Duration length,
            long operations,
            long timed,
            long p50,
            long p99,
            long max) {
        /** Returns a second of an iteration that is not known yet, in which one of so many operations was timed. */
        public static Second of(int round, Instant start, Duration length, int every, Histogram times) {
            long timed = times.getTotalCount();
            long p50 = times.getValueAtPercentile(MEDIAN);
            long p99 = times.getValueAtPercentile(SLOW);
            return new Second(round, false, 0, start, length, timed * every, timed, p50, p99, times.getMaxValue());
        }

        public Second in(boolean warmup, int number) {
            return new Second(round, warmup, number, start, length, operations, timed, p50, p99, max);
        }

        public Instant end() {
            return start.plus(length);
        }

        public double throughput() {
            return operations / (length.toMillis() / MILLIS);
        }

        private String line() {
            return round + "," + isWarmup + "," + iteration + "," + start + "," + length.toMillis() / MILLIS + ","
                    + operations + "," + timed + "," + p50 + "," + p99 + "," + max;
        }

        private static Second parse(String line) {
            String[] values = line.split(",", -1);
            if (values.length != COLUMNS) {
                throw new IllegalArgumentException(values.length + " values");
            }
            return new Second(
                    Integer.parseInt(values[0]),
                    Boolean.parseBoolean(values[1]),
                    Integer.parseInt(values[2]),
                    Instant.parse(values[3]),
                    Duration.ofMillis(Math.max(1, Math.round(Double.parseDouble(values[4]) * MILLIS))),
                    Long.parseLong(values[5]),
                    Long.parseLong(values[6]),
                    Long.parseLong(values[7]),
                    Long.parseLong(values[8]),
                    Long.parseLong(values[9]));
        }
    }

    private static Path file(Path directory, int cell) {
        return directory.resolve(LatencyLog.FOLDER).resolve("cell-" + cell + ".csv");
    }

    public static void append(Path directory, int cell, List<Second> seconds) throws IOException {
        if (seconds.isEmpty()) {
            return;
        }
        Path file = file(directory, cell);
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>();
        if (Files.notExists(file)) {
            lines.add(HEADER);
        }
        seconds.forEach(second -> lines.add(second.line()));
        Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Reads the seconds of a cell, in the order in which they were measured; none if no operation was timed. A torn last
     * line is left out.
     *
     * @throws UsageException if a line cannot be read
     */
    public List<Second> read(int cell) {
        Path file = directory.map(of -> file(of, cell)).orElse(null);
        if (file == null || Files.notExists(file)) {
            return List.of();
        }
        List<Second> seconds = new ArrayList<>();
        try {
            String text = Files.readString(file);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            for (String line : whole.lines().skip(1).toList()) {
                seconds.add(Second.parse(line));
            }
            return seconds;
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UsageException(
                    file + ", line " + (seconds.size() + 2) + ", cannot be read: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}

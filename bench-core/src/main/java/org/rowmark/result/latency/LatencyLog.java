package org.rowmark.result.latency;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.Secrets;

/**
 * The times of a cell's single operations in HdrHistogram's log format, for other tools: {@code latencies/cell-1.hlog}.
 * An interval is a round, with all its measured iterations; its lines are that of all operations, without a tag, and
 * one of each kind of operations, whose tag is the kind.
 */
public final class LatencyLog {
    /** The folder of a run directory with files about the times of operations. */
    static final String FOLDER = "latencies";

    private static final Pattern NAME = Pattern.compile("cell-(\\d{1,9})\\.hlog");
    private static final Pattern ROUND = Pattern.compile("#\\[round (\\d{1,9})\\]");

    private LatencyLog() {}

    /** The times of the measured iterations of a fork, added up. */
    public static final class Replicate {
        private final Histogram all = LatencyHistogram.empty();
        private final Map<String, Histogram> kinds = new LinkedHashMap<>();

        /**
         * Adds an iteration.
         *
         * @param byKind of each kind; empty for operations without kinds
         */
        public void add(Instant start, Instant end, Histogram times, Map<String, Histogram> byKind) {
            all.setStartTimeStamp(Math.min(all.getStartTimeStamp(), start.toEpochMilli()));
            all.setEndTimeStamp(end.toEpochMilli());
            all.add(times);
            byKind.forEach((kind, ofKind) -> kinds.computeIfAbsent(kind, none -> LatencyHistogram.empty())
                    .add(ofKind));
        }
    }

    /**
     * Removes rounds from all logs of a run.
     *
     * @param kept whether a round of a cell stays
     */
    public static void trim(Path directory, BiPredicate<Integer, Integer> kept) throws IOException {
        Path folder = directory.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.toList();
        }
        for (Path log : logs) {
            Matcher name = NAME.matcher(log.getFileName().toString());
            if (name.matches()) {
                trim(log, Integer.parseInt(name.group(1)), kept);
            }
        }
    }

    private static void trim(Path log, int cell, BiPredicate<Integer, Integer> kept) throws IOException {
        List<String> all = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
        List<String> lines = new ArrayList<>();
        boolean isKept = true;
        boolean hasRounds = false;
        for (String line : all) {
            Matcher round = ROUND.matcher(line);
            if (round.matches()) {
                isKept = kept.test(Integer.parseInt(round.group(1)), cell);
                hasRounds |= isKept;
            }
            if (isKept) {
                lines.add(line);
            }
        }
        if (!hasRounds) {
            Files.delete(log); // its head may be cut off, and is written again
        } else if (lines.size() < all.size()) {
            Path next = log.resolveSibling(log.getFileName() + ".next");
            Files.write(next, lines, StandardCharsets.ISO_8859_1);
            Files.move(next, log, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Appends a round of a cell, if operations were timed.
     *
     * @param label the cell in words
     */
    public static void append(Path directory, int cell, String label, int round, Replicate times) throws IOException {
        if (times.all.getTotalCount() == 0) {
            return;
        }
        Path file = Files.createDirectories(directory.resolve(FOLDER)).resolve("cell-" + cell + ".hlog");
        boolean isNew = Files.notExists(file);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            if (isNew) {
                log.outputComment("[" + Secrets.scrubName(label) + "; nanoseconds, maximum in milliseconds]");
                log.outputLogFormatVersion();
                log.outputStartTime(times.all.getStartTimeStamp());
                log.outputLegend();
            }
            log.outputComment("[round " + round + "]");
            log.outputIntervalHistogram(times.all);
            times.kinds.forEach((kind, ofKind) -> {
                ofKind.setTag(kind);
                ofKind.setStartTimeStamp(times.all.getStartTimeStamp());
                ofKind.setEndTimeStamp(times.all.getEndTimeStamp());
                log.outputIntervalHistogram(ofKind);
            });
        }
    }
}

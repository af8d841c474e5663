package org.rowmark.result.latency;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.Secrets;
import org.rowmark.util.WholeFile;

/**
 * The times of a cell's single operations in HdrHistogram's log format, for other tools: {@code latencies/cell-1.hlog}.
 * An interval is a round, with all its measured iterations; operations of a kind have it as their tag.
 */
public final class LatencyLog {
    static final String FOLDER = "latencies";

    private static final Pattern NAME = Pattern.compile("cell-(\\d{1,9})\\.(hlog|csv)");

    /** Begins the lines of a round of a log, or a line of a time line. */
    private static final Pattern ROUND = Pattern.compile("(?:#\\[round )?(\\d{1,9})[],]");

    private LatencyLog() {}

    /** The times of the measured iterations of a fork, added up. */
    public static final class Replicate {
        private final Histogram all = LatencyHistogram.empty();
        private final Map<String, Histogram> kinds = new LinkedHashMap<>();

        /** @param byKind times of each kind; empty for operations without kinds */
        public void add(Instant start, Instant end, Histogram times, Map<String, Histogram> byKind) {
            all.setStartTimeStamp(Math.min(all.getStartTimeStamp(), start.toEpochMilli()));
            all.setEndTimeStamp(end.toEpochMilli());
            all.add(times);
            byKind.forEach((kind, ofKind) -> kinds.computeIfAbsent(kind, none -> LatencyHistogram.empty())
                    .add(ofKind));
        }
    }

    /** Removes all but certain rounds of cells, and a last line that was torn, from logs and time lines of a run. */
    public static void trim(Path directory, BiPredicate<Integer, Integer> kept) throws IOException {
        File[] files = directory.resolve(FOLDER).toFile().listFiles();
        for (File file : ArrayUtils.nullToEmpty(files, File[].class)) {
            Matcher name = NAME.matcher(file.getName());
            if (name.matches()) {
                trim(file.toPath(), Integer.parseInt(name.group(1)), kept);
            }
        }
    }

    private static void trim(Path file, int cell, BiPredicate<Integer, Integer> kept) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        StringBuilder lines = new StringBuilder();
        boolean isKept = true;
        boolean hasRounds = false;
        for (String line : whole.lines().toList()) {
            Matcher round = ROUND.matcher(line);
            if (round.lookingAt()) {
                isKept = kept.test(Integer.parseInt(round.group(1)), cell);
                hasRounds |= isKept;
            }
            if (isKept) {
                lines.append(line).append('\n');
            }
        }
        if (!hasRounds) {
            Files.delete(file); // its head may be cut off, and is written again
        } else if (!lines.toString().equals(text)) {
            Path next = file.resolveSibling(file.getFileName() + ".next");
            Files.writeString(next, lines, StandardCharsets.ISO_8859_1);
            WholeFile.replace(file, next);
        }
    }

    /** Appends a round of a cell, if operations were timed. */
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

package org.rowmark.result;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.input.BoundedInputStream;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A reader of samples.jsonl. It reads token by token: a large run has hundreds of thousands of lines, and binding each
 * to a record by reflection takes longer than all the rest of a report.
 */
final class SampleReader {
    static final String KIND = "kind";
    static final String SAMPLE = "sample";
    static final String CELL = "cell-outcome";

    /** Bytes from which two threads are worth their start. */
    private static final long LARGE = 4_000_000;

    private static final JsonFactory JSON = new JsonFactory();

    private final List<Sample> samples = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();

    /** Units, modes and names of metrics repeat on every line; one copy of each is kept. */
    private final Map<String, String> known = new HashMap<>();

    /** The metrics of the line that is being read, and the metric. */
    private String[] names = new String[32];

    private String[] units = new String[32];
    private double[] scores = new double[32];
    private double score;
    private String unit = "";

    /** The names and units of the last line: those of the next are mostly the same. */
    private CompactMetrics.Layout last = new CompactMetrics.Layout(new String[0], new String[0]);

    private boolean isLastSorted = true;

    /** Returns whether a line is torn: what follows does not count. */
    private boolean isTorn;

    private SampleReader() {}

    /**
     * Reads a file; a large one in two halves at once.
     *
     * @throws UsageException if a line is of an unknown kind
     */
    static SampleReader read(Path file) throws IOException {
        long size = Files.size(file);
        long middle = size < LARGE ? size : afterLine(file, size / 2);
        if (middle >= size) {
            return part(file, 0, size);
        }
        CompletableFuture<SampleReader> second = CompletableFuture.supplyAsync(() -> {
            try {
                return part(file, middle, size);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        SampleReader lines = part(file, 0, middle);
        if (!lines.isTorn) {
            SampleReader rest = second.join();
            lines.samples.addAll(rest.samples);
            lines.outcomes.addAll(rest.outcomes);
        }
        return lines;
    }

    /** Returns the end of the line that contains a position of the file. */
    private static long afterLine(Path file, long place) throws IOException {
        try (InputStream in = new BufferedInputStream(from(file, place))) {
            long end = place;
            int read;
            do {
                read = in.read();
                end++;
            } while (read >= 0 && read != '\n');
            return end;
        }
    }

    /** Counts the lines before a position, for an error only: a part knows no more than its own lines. */
    private static long linesBefore(Path file, long place) throws IOException {
        try (InputStream in = new BufferedInputStream(from(file, 0))) {
            long lines = 0;
            for (long read = 0; read < place; read++) {
                if (in.read() == '\n') {
                    lines++;
                }
            }
            return lines;
        }
    }

    private static InputStream from(Path file, long place) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(file).position(place);
        return Channels.newInputStream(channel);
    }

    private static SampleReader part(Path file, long start, long end) throws IOException {
        SampleReader lines = new SampleReader();
        try (InputStream in = BoundedInputStream.builder()
                        .setInputStream(from(file, start))
                        .setMaxCount(end - start)
                        .get();
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), in)) {
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                lines.line(parser, file);
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            long line = linesBefore(file, start) + lines.samples.size() + lines.outcomes.size() + 1;
            throw new UsageException(file + ", line " + line + " cannot be read: " + e.getMessage(), e);
        } catch (JacksonException e) {
            lines.isTorn = true; // the process was killed while it wrote
        }
        return lines;
    }

    List<Sample> samples() {
        return samples;
    }

    List<CellOutcome> outcomes() {
        return outcomes;
    }

    private void line(JsonParser parser, Path file) {
        Line line = new Line();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            read(line, field, parser);
        }
        switch (line.kind) {
            case SAMPLE ->
                samples.add(new Sample(
                        line.round,
                        line.cell,
                        line.warmup,
                        line.iteration,
                        line.start,
                        line.end,
                        line.mode,
                        line.score,
                        line.unit,
                        line.operations,
                        line.secondary,
                        line.histogram));
            case CELL ->
                outcomes.add(new CellOutcome(
                        line.round, line.cell, line.outcome, line.reason, line.start, line.end, line.serverStart));
            default ->
                throw new UsageException(
                        file + " holds an unknown kind of line: " + (line.kind.isEmpty() ? "none" : line.kind));
        }
    }

    private void read(Line line, String field, JsonParser parser) {
        switch (field) {
            case KIND -> line.kind = text(parser);
            case "round" -> line.round = parser.getIntValue();
            case "cell" -> line.cell = parser.getIntValue();
            case "warmup" -> line.warmup = parser.getBooleanValue();
            case "iteration" -> line.iteration = parser.getIntValue();
            case "start" -> line.start = InstantParser.parse(parser.getString());
            case "end" -> line.end = InstantParser.parse(parser.getString());
            case "mode" -> line.mode = text(parser);
            case "score" -> line.score = number(parser);
            case "unit" -> line.unit = text(parser);
            case "operations" -> line.operations = parser.getLongValue();
            case "secondary" -> line.secondary = secondary(parser);
            case "histogram" -> line.histogram = parser.getString();
            case "outcome" -> line.outcome = Outcome.valueOf(parser.getString());
            case "reason" -> line.reason = text(parser);
            case "serverStart" -> line.serverStart = parser.getIntValue();
            default -> parser.skipChildren();
        }
    }

    private Map<String, Sample.Metric> secondary(JsonParser parser) {
        int n = 0;
        boolean isAsLast = true;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = known.computeIfAbsent(parser.currentName(), text -> text);
            parser.nextToken();
            metric(parser);
            if (n == scores.length) {
                grow();
            }
            scores[n] = score;
            isAsLast = isAsLast && last.has(n, name, unit);
            names[n] = name;
            units[n] = unit;
            n++;
        }
        if (n == 0) {
            return Map.of();
        }
        if (!isAsLast || n != last.size()) {
            last = new CompactMetrics.Layout(Arrays.copyOf(names, n), Arrays.copyOf(units, n));
            isLastSorted = last.isSorted();
        }
        return isLastSorted ? new CompactMetrics(last, Arrays.copyOf(scores, n)) : sorted(n);
    }

    private void grow() {
        names = Arrays.copyOf(names, 2 * names.length);
        units = Arrays.copyOf(units, 2 * units.length);
        scores = Arrays.copyOf(scores, 2 * scores.length);
    }

    /** Sorts the metrics: Rowmark writes them sorted, but the file may have been changed. */
    private Map<String, Sample.Metric> sorted(int n) {
        Map<String, Sample.Metric> sorted = new TreeMap<>();
        for (int i = 0; i < n; i++) {
            sorted.put(names[i], new Sample.Metric(scores[i], units[i]));
        }
        return sorted;
    }

    /** Reads a metric into {@link #score} and {@link #unit}. */
    private void metric(JsonParser parser) {
        score = Double.NaN;
        unit = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "score" -> score = number(parser);
                case "unit" -> unit = text(parser);
                default -> parser.skipChildren();
            }
        }
    }

    private String text(JsonParser parser) {
        return known.computeIfAbsent(parser.getString(), text -> text);
    }

    /** Reads a number; {@code "NaN"} and {@code "Infinity"} are text in JSON. */
    private static double number(JsonParser parser) {
        return parser.currentToken() == JsonToken.VALUE_STRING
                ? Double.parseDouble(parser.getString())
                : parser.getDoubleValue();
    }

    /** The fields of either kind. */
    private static final class Line {
        private String kind = "";
        private int round;
        private int cell;
        private boolean warmup;
        private int iteration;
        private Instant start = Instant.EPOCH;
        private Instant end = Instant.EPOCH;
        private String mode = "";
        private double score = Double.NaN;
        private String unit = "";
        private long operations;
        private Map<String, Sample.Metric> secondary = Map.of();
        private String histogram = "";
        private Outcome outcome = Outcome.FAILED;
        private String reason = "";
        private int serverStart;
    }
}

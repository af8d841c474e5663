package org.rowmark.result.directory;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.Sample;
import org.rowmark.util.LatencyHistogram;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * A reader of the lines of samples.jsonl. It reads token by token: a large run has hundreds of thousands of lines, and
 * binding each to a record by reflection takes longer than all the rest of a report.
 */
final class SampleReader {
    static final String KIND = "kind";
    static final String SAMPLE = "sample";
    static final String CELL = "cell-outcome";

    /** Every line has a parser of its own, whose buffers are the thread's. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .build();

    /** The parts of samples that are read. Most of the time goes into metrics. */
    enum Wanted {
        ALL,
        /** All of measured samples, nothing of warm-up. */
        MEASURED,
        /** Samples without metrics and histograms. */
        SCORES,
        /** Everything, of lines that may be damaged: it is an error if a part cannot be read. */
        CHECKED
    }

    private static final Set<String> METRICS = Set.of("secondary", "histogram", "measuredOperations", "kinds");

    /** Fields of a sample's line without {@link #METRICS}. */
    private static final int FIELDS_OF_SCORES = 11;

    private final Wanted wanted;

    /** Units, modes and names of metrics repeat on every line; one copy of each is kept. */
    private final Map<String, String> known = new HashMap<>();

    private Line line = new Line();

    SampleReader(Wanted wanted) {
        this.wanted = wanted;
    }

    /** Reads a line, which replaces the one before. */
    void read(byte[] buffer, int offset, int length) {
        line = new Line();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), buffer, offset, length)) {
            line.isBlank = parser.nextToken() == null;
            while (!isEnough() && parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (wanted == Wanted.SCORES && METRICS.contains(field)) {
                    parser.skipChildren();
                } else {
                    read(line, field, parser);
                    line.fields++;
                }
            }
            if (wanted == Wanted.CHECKED && !line.isBlank) {
                requireWhole(parser);
            }
        }
    }

    /** @throws IllegalArgumentException if the line ends too early or too late, or lacks what every line has */
    private void requireWhole(JsonParser parser) {
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw new IllegalArgumentException("it is not one JSON object");
        }
        if (!line.kind.equals(SAMPLE) && !line.kind.equals(CELL)) {
            throw new IllegalArgumentException(
                    "it is of an unknown kind: " + (line.kind.isEmpty() ? "none" : line.kind));
        }
        if (line.cell < 1 || line.start.equals(Instant.EPOCH) || line.end.equals(Instant.EPOCH)) {
            throw new IllegalArgumentException("it lacks its cell or its times");
        }
        LatencyHistogram.requireWhole(line.histogram);
        line.kinds.values().forEach(LatencyHistogram::requireWhole);
    }

    /** Returns whether the rest of the line is not wanted. */
    private boolean isEnough() {
        return switch (wanted) {
            case ALL -> false;
            case MEASURED -> line.warmup && line.kind.equals(SAMPLE);
            case SCORES -> line.fields == FIELDS_OF_SCORES && line.kind.equals(SAMPLE);
            case CHECKED -> false;
        };
    }

    /** Returns what the line holds, if that is a sample that is wanted. */
    Optional<Sample> sample() {
        return line.kind.equals(SAMPLE) && !(wanted == Wanted.MEASURED && line.warmup)
                ? Optional.of(new Sample(
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
                        line.histogram,
                        line.measuredOperations,
                        line.kinds))
                : Optional.empty();
    }

    /** Returns what the line holds, if that is an outcome. */
    Optional<CellOutcome> outcome() {
        return line.kind.equals(CELL)
                ? Optional.of(new CellOutcome(
                        line.round, line.cell, line.outcome, line.reason, line.start, line.end, line.serverStart))
                : Optional.empty();
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
            case "measuredOperations" -> line.measuredOperations = parser.getLongValue();
            case "kinds" -> line.kinds = kinds(parser);
            case "outcome" -> line.outcome = Outcome.valueOf(parser.getString());
            case "reason" -> line.reason = text(parser);
            case "serverStart" -> line.serverStart = parser.getIntValue();
            default -> parser.skipChildren();
        }
    }

    private static void requireObject(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException(parser.currentName() + " is no object");
        }
    }

    private Map<String, Sample.Metric> secondary(JsonParser parser) {
        requireObject(parser);
        Map<String, Sample.Metric> metrics = new TreeMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = known.computeIfAbsent(parser.currentName(), text -> text);
            parser.nextToken();
            metrics.put(name, metric(parser));
        }
        return metrics;
    }

    private Map<String, String> kinds(JsonParser parser) {
        requireObject(parser);
        Map<String, String> kinds = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = known.computeIfAbsent(parser.currentName(), text -> text);
            parser.nextToken();
            kinds.put(name, parser.getString());
        }
        return kinds;
    }

    private Sample.Metric metric(JsonParser parser) {
        requireObject(parser);
        double score = Double.NaN;
        String unit = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "score" -> score = number(parser);
                case "unit" -> unit = text(parser);
                default -> parser.skipChildren();
            }
        }
        return new Sample.Metric(score, unit);
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
        private boolean isBlank;
        private int fields;
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
        private long measuredOperations;
        private Map<String, String> kinds = Map.of();
        private Outcome outcome = Outcome.FAILED;
        private String reason = "";
        private int serverStart;
    }
}

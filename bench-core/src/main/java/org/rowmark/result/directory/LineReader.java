package org.rowmark.result.directory;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RecordLine;
import org.rowmark.result.Sample;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.jsontype.TypeDeserializer;

/** A reader of the lines of a record, as a large run has many, without the detours of the general one. */
final class LineReader extends ValueDeserializer<RecordLine> {
    private static final String FORM_OF_TIME = "0000-00-00T00:00:00.000000000";
    private static final int SECONDS = 19;

    @Override
    public Object deserializeWithType(JsonParser json, DeserializationContext context, TypeDeserializer kinds) {
        return deserialize(json, context);
    }

    @Override
    public RecordLine deserialize(JsonParser json, DeserializationContext context) {
        return new Fields(json, context).read();
    }

    /** What a line has of the fields of all kinds. */
    private static final class Fields {
        private final JsonParser json;
        private final DeserializationContext context;
        private String kind;
        private int round;
        private int cell;
        private boolean warmup;
        private int iteration;
        private Instant start;
        private Instant end;
        private String mode;
        private double score;
        private String unit;
        private long operations;
        private Map<String, Sample.Metric> secondary;
        private String histogram;
        private long measuredOperations;
        private Map<String, String> kinds;
        private Outcome outcome;
        private String reason;
        private int serverStart;

        Fields(JsonParser json, DeserializationContext context) {
            this.json = json;
            this.context = context;
        }

        RecordLine read() {
            requireObject(RecordLine.class);
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                read(name);
            }
            if ("cell-outcome".equals(kind)) {
                return new CellOutcome(round, cell, outcome, reason, start, end, serverStart);
            }
            if (!"sample".equals(kind)) {
                throw new IllegalArgumentException("it is of no known kind");
            }
            if (secondary == null) {
                throw new IllegalArgumentException("it has no secondary");
            }
            return new Sample(
                    round,
                    cell,
                    warmup,
                    iteration,
                    start,
                    end,
                    mode,
                    score,
                    unit,
                    operations,
                    secondary,
                    histogram,
                    measuredOperations,
                    kinds);
        }

        private void read(String name) {
            switch (name) {
                case "kind" -> kind = text();
                case "round" -> round = json.getIntValue();
                case "cell" -> cell = json.getIntValue();
                case "warmup" -> warmup = json.getBooleanValue();
                case "iteration" -> iteration = json.getIntValue();
                case "start" -> start = time();
                case "end" -> end = time();
                case "mode" -> mode = text();
                case "score" -> score = number();
                case "unit" -> unit = text();
                case "operations" -> operations = json.getLongValue();
                case "secondary" -> secondary = map(this::metric);
                case "histogram" -> histogram = text();
                case "measuredOperations" -> measuredOperations = json.getLongValue();
                case "kinds" -> kinds = map(this::text);
                case "outcome" -> outcome = context.readValue(json, Outcome.class);
                case "reason" -> reason = text();
                case "serverStart" -> serverStart = json.getIntValue();
                default -> json.skipChildren();
            }
        }

        private void requireObject(Class<?> type) {
            if (!json.isExpectedStartObjectToken()) {
                context.handleUnexpectedToken(type, json);
            }
        }

        private <V> Map<String, V> map(Supplier<V> value) {
            requireObject(Map.class);
            Map<String, V> map = new LinkedHashMap<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                map.put(name, value.get());
            }
            return map;
        }

        private Sample.Metric metric() {
            requireObject(Sample.Metric.class);
            double value = 0;
            String of = null;
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("score")) {
                    value = number();
                } else if (name.equals("unit")) {
                    of = text();
                } else {
                    json.skipChildren();
                }
            }
            return new Sample.Metric(value, of);
        }

        private String text() {
            return json.hasToken(JsonToken.VALUE_STRING) ? json.getString() : context.readValue(json, String.class);
        }

        private double number() {
            return json.currentToken().isNumeric() ? json.getDoubleValue() : context.readValue(json, double.class);
        }

        private Instant time() {
            String text = json.hasToken(JsonToken.VALUE_STRING) ? json.getString() : "";
            try {
                int[] parts = parts(text);
                return parts.length == 0
                        ? context.readValue(json, Instant.class)
                        : LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6])
                                .toInstant(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                return context.readValue(json, Instant.class); // which names what is wrong
            }
        }
    }

    /** Returns year to nanoseconds of a time in the form of all that are written, with any decimals; else none. */
    private static int[] parts(String text) {
        int end = text.length() - 1;
        if (end < SECONDS || end > FORM_OF_TIME.length() || text.charAt(end) != 'Z') {
            return new int[0];
        }
        int[] parts = new int[7];
        int part = 0;
        for (int i = 0; i < FORM_OF_TIME.length(); i++) {
            char form = FORM_OF_TIME.charAt(i);
            char c = i < end ? text.charAt(i) : form;
            if (form == '0' ? c < '0' || c > '9' : c != form) {
                return new int[0];
            }
            if (form == '0') {
                parts[part] = 10 * parts[part] + c - '0';
            } else {
                part++;
            }
        }
        return parts;
    }
}

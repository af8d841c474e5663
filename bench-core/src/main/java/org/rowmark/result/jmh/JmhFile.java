package org.rowmark.result.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.json.JsonMapper;

/**
 * A result file that JMH wrote with {@code -rf json}, or a tool that writes the same. Files of all versions are read,
 * one entry at a time because those of the mode sample get large. Files that JMH leaves behind after a failure are
 * rejected with its reason.
 *
 * @param results at least one
 */
public record JmhFile(Path path, List<JmhResult> results) {
    /** A reader of all that versions of JMH have written. */
    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS) // see JmhResult
            .addHandler(new NumbersInWords())
            .build();

    private static final String CUT_OFF = " ends in the middle: what wrote or copied it was interrupted";

    /** JMH escapes neither the names nor the units of further metrics. */
    private static final String NOT_JSON =
            " cannot be read as JSON: give a run directory, or a file that JMH wrote with -rf json, which breaks where"
                    + " a further metric has a quote, a comma or a bracket in its name";

    /**
     * Reads a result file.
     *
     * @throws UsageException with one line, if the file is not one of JMH or has no result
     */
    public static JmhFile read(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new UsageException(file + ": there is no such file or directory, or it may not be read");
        }
        try (JsonParser json = parser(file)) {
            try {
                return new JmhFile(file, results(file, json));
            } catch (JacksonException e) {
                boolean ends = json.currentLocation().getByteOffset() >= Files.size(file);
                throw new UsageException(file + (ends ? CUT_OFF : NOT_JSON) + where(e), e);
            }
        }
    }

    private static JsonParser parser(Path file) {
        try {
            return JSON.createParser(file);
        } catch (JacksonException e) { // an unknown encoding
            throw new UsageException(file + NOT_JSON, e);
        }
    }

    private static List<JmhResult> results(Path file, JsonParser json) {
        JsonToken first = json.nextToken();
        if (first == null) {
            throw new UsageException(file + " is empty: JMH leaves an empty file when it is interrupted,"
                    + " or when a benchmark fails under -foe true");
        }
        if (first != JsonToken.START_ARRAY) {
            throw new UsageException(file + " is JSON, but not JMH's: that is an array of results");
        }
        List<JmhResult> results = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            try {
                results.add(entry(json));
            } catch (UsageException e) {
                throw new UsageException(file + ": element " + (results.size() + 1) + " " + e.getMessage(), e);
            }
        }
        if (json.nextToken() != null) {
            throw new UsageException(
                    file + " holds more than one JSON document; join the arrays, or compare them singly");
        }
        if (results.isEmpty()) {
            throw new UsageException(
                    file + " holds no result: JMH writes [ ] when every benchmark failed; see its console output");
        }
        return List.copyOf(results);
    }

    private static JmhResult entry(JsonParser json) {
        if (!json.isExpectedStartObjectToken()) {
            throw new UsageException("is not a JMH result: it is not an object");
        }
        try {
            return json.readValueAs(JmhResult.class);
        } catch (DatabindException e) {
            if (e.getCause() instanceof UsageException problem) {
                throw problem;
            }
            String field = e.getPath().stream()
                    .map(JacksonException.Reference::getPropertyName)
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining("."));
            throw new UsageException("is not a JMH result: " + field + " is not as JMH writes it", e);
        }
    }

    /**
     * A reader of the strings that JMH writes for numbers outside JSON: {@code "NaN"}, {@code "+INF"}, {@code "-INF"}.
     */
    private static final class NumbersInWords extends DeserializationProblemHandler {
        @Override
        public Object handleWeirdStringValue(
                DeserializationContext context, Class<?> targetType, String value, String failure) {
            boolean isDouble = targetType == Double.class || targetType == double.class;
            return isDouble ? (Object) (value.equals("+INF") ? Double.POSITIVE_INFINITY : Double.NaN) : NOT_HANDLED;
        }
    }

    private static String where(JacksonException e) {
        return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
    }
}

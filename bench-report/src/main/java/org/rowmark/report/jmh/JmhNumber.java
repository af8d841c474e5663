package org.rowmark.report.jmh;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/** JMH's numbers: those that JSON has none for are strings, {@code "NaN"}, {@code "+INF"} and {@code "-INF"}. */
final class JmhNumber {
    private JmhNumber() {}

    /** NaN for what is no number. */
    static double of(JsonNode node) {
        return node.isNumber() ? node.asDouble() : parse(node.asString(""));
    }

    /** The same of the parser's current value, which is none that others are nested in. */
    static double of(JsonParser json) {
        JsonToken token = json.currentToken();
        if (token == null) {
            return Double.NaN;
        }
        return token.isNumeric() ? json.getDoubleValue() : parse(String.valueOf(json.getString()));
    }

    private static double parse(String text) {
        return switch (text.strip()) {
            case "+INF", "INF", "Infinity", "+Infinity" -> Double.POSITIVE_INFINITY;
            case "-INF", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> number(text);
        };
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}

package org.rowmark.jmh;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;
import org.openjdk.jmh.util.lines.TestLineWriter;

/**
 * A line of a list of benchmarks as JMH writes it up to 1.23, with parameter values in plain text; later versions encode
 * these.
 */
final class BenchmarkLine {
    private static final Pattern BEFORE_1_24 = Pattern.compile("1\\.(1?\\d|2[0-3])(\\D.*)?");
    private static final String MAGIC = "JMH ";

    private final String line;
    private int cursor = MAGIC.length();

    private BenchmarkLine(String line) {
        this.line = line;
    }

    /**
     * Reads a line.
     *
     * @param version of the JMH that wrote it
     * @throws RuntimeException if that JMH has not written it
     */
    static BenchmarkListEntry read(String line, String version) {
        return BEFORE_1_24.matcher(version).matches() ? new BenchmarkLine(line).read() : new BenchmarkListEntry(line);
    }

    private BenchmarkListEntry read() {
        while (cursor < line.length()) {
            int begin = cursor;
            char tag = line.charAt(cursor);
            cursor += 2;
            switch (tag) {
                case 'M' -> {
                    TestLineWriter encoded = new TestLineWriter();
                    encoded.putOptionalParamCollection(Optional.of(parameters()));
                    return new BenchmarkListEntry(line.substring(0, begin)
                            + encoded.toString().substring(MAGIC.length())
                            + line.substring(cursor));
                }
                case 'A', 'L' -> strings();
                case 'E' -> {}
                default -> string();
            }
        }
        return new BenchmarkListEntry(line);
    }

    private int number() {
        int end = line.indexOf(' ', cursor);
        int number = Integer.parseInt(line.substring(cursor, end));
        cursor = end + 1;
        return number;
    }

    private String string() {
        int length = number();
        String text = line.substring(cursor, cursor + length);
        cursor += length + 1;
        return text;
    }

    private String[] strings() {
        String[] all = new String[number()];
        for (int i = 0; i < all.length; i++) {
            all[i] = string();
        }
        return all;
    }

    private Map<String, String[]> parameters() {
        Map<String, String[]> parameters = new TreeMap<>();
        int number = number();
        for (int i = 0; i < number; i++) {
            String name = string();
            parameters.put(name, strings());
        }
        return parameters;
    }
}

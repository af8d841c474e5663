package org.rowmark.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.UsageException;

/** A limit of a percentile of the times of operations: p50, p90, p99, p99.9 or max, and {@code 20ms}. */
public record LatencyGoal(String name, String limit, double nanos) {
    private static final Pattern TEXT =
            Pattern.compile("(p50|p90|p99|p99\\.9|max)\\s*[<=]\\s*(\\d{1,9}(?:\\.\\d{1,6})?)\\s*(us|ms|s)");

    private static final double ALL = 100;

    static LatencyGoal parse(String where, String text) {
        Matcher goal = TEXT.matcher(text.strip());
        double number = goal.matches() ? Double.parseDouble(goal.group(2)) : 0;
        if (number == 0) {
            throw new UsageException(where + " '" + text
                    + "': give p50, p90, p99, p99.9 or max and a time in us, ms or s above 0, such as p99=20ms");
        }
        double factor = switch (goal.group(3)) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            default -> 1e9;
        };
        return new LatencyGoal(goal.group(1), goal.group(2) + goal.group(3), number * factor);
    }

    /** Returns the percentile, 100 for the maximum. */
    public double percentile() {
        return name.startsWith("p") ? Double.parseDouble(name.substring(1)) : ALL;
    }

    /** Returns the fewest operations that it can be judged by: those that the percentile needs; 1 for the maximum. */
    public long leastOperations() {
        return percentile() == ALL ? 1 : Percentiles.needed(percentile());
    }

    /** Returns {@code p99<20ms}. */
    public String text() {
        return name + "<" + limit;
    }
}

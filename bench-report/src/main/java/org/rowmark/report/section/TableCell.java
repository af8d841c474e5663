package org.rowmark.report.section;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

/**
 * A cell of a table.
 *
 * @param details in small print below it
 * @param style names of style classes; empty for none
 * @param label the rest of the text for screen readers and tooltips; may be empty
 */
public record TableCell(String text, List<String> details, String style, String label) {
    private static final String WARNING = "warning";

    /** Returns a cell without those of the details that are empty. */
    public static TableCell of(String text, String... details) {
        return styled("", text, details);
    }

    public static TableCell styled(String style, String text, String... details) {
        return new TableCell(
                text, Stream.of(details).filter(detail -> !detail.isEmpty()).toList(), style, "");
    }

    /** Returns a mean of values that cannot be below 0, with its interval below it unless that is one number. */
    public static TableCell of(Interval interval) {
        return of(interval, Numbers::range);
    }

    static TableCell of(Interval interval, Function<Interval, String> range) {
        boolean isRange = interval.isKnown() && !Numbers.isPoint(interval.low(), interval.high());
        return of(Numbers.score(interval.mean()), isRange ? range.apply(interval) : "");
    }

    /** Returns a mean in a readable unit, with its interval and further details below it. */
    public static TableCell amount(Interval mean, String unit, String... more) {
        return mean.n() == 0
                ? of(Numbers.NONE, CounterText.NOT_REPORTED)
                : of(CounterText.amount(mean, unit), ArrayUtils.addFirst(more, CounterText.range(mean, unit)));
    }

    /** Returns a cell whose detail limits the meaning of its number. */
    public static TableCell warning(String text, String detail) {
        return styled(WARNING, text, detail);
    }

    public boolean isWarning() {
        return style.equals(WARNING);
    }

    /** Returns the text and the details on one line, with brackets around a detail that has none. */
    public String line() {
        StringBuilder line = new StringBuilder(text);
        for (String detail : details) {
            boolean isBare = line.lastIndexOf(")") < line.length() - 1 && detail.indexOf('(') < 0;
            line.append(isBare ? " (" + detail + ")" : ", " + detail);
        }
        return line.toString();
    }
}

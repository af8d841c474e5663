package org.rowmark.report.section;

import java.util.List;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

/**
 * Numbers of a section that is a table and no more, for every format that shows it.
 *
 * @param heading of the section
 * @param text what the table shows
 * @param header names of the columns
 * @param names how many columns, from the left, are names and no numbers
 * @param rows a cell per column; none: there is no such section
 */
public record DataTable(String heading, String text, List<String> header, int names, List<List<TableCell>> rows) {
    private static final String WARNING = "warning";

    /**
     * @param text what it says
     * @param detail in small print below it; may be empty
     * @param style name of the style class; empty for none
     */
    public record TableCell(String text, String detail, String style) {
        static TableCell of(String text) {
            return new TableCell(text, "", "");
        }

        /** A mean of what cannot be below 0, with its interval below it. */
        static TableCell of(Interval interval) {
            return of(Numbers.score(interval.mean()), interval.isKnown() ? Numbers.range(interval) : "");
        }

        /** A mean difference with its interval below it. */
        static TableCell difference(Interval interval) {
            return of(Numbers.score(interval.mean()), interval.isKnown() ? Numbers.signedRange(interval) : "");
        }

        static TableCell of(String text, String detail) {
            return new TableCell(text, detail, "");
        }

        /** What takes something away from the numbers. */
        static TableCell warning(String text, String detail) {
            return new TableCell(text, detail, WARNING);
        }

        public boolean isWarning() {
            return style.equals(WARNING);
        }

        /** Both in one line. */
        public String line() {
            if (detail.isEmpty()) {
                return text;
            }
            return text.endsWith(")") ? text + ", " + detail : text + " (" + detail + ")";
        }
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public boolean isNumber(int column) {
        return column >= names;
    }
}

package org.rowmark.report;

import java.util.List;
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
record DataTable(String heading, String text, List<String> header, int names, List<List<Cell>> rows) {
    private static final String WARNING = "warning";

    /**
     * @param text what it says
     * @param detail in small print below it; may be empty
     * @param style name of the style class; empty for none
     */
    record Cell(String text, String detail, String style) {
        static Cell of(String text) {
            return new Cell(text, "", "");
        }

        /** A mean of what cannot be below 0, with its interval below it. */
        static Cell of(Interval interval) {
            return of(Numbers.score(interval.mean()), interval.isKnown() ? Numbers.range(interval) : "");
        }

        /** A mean difference with its interval below it. */
        static Cell difference(Interval interval) {
            return of(Numbers.score(interval.mean()), interval.isKnown() ? Numbers.signedRange(interval) : "");
        }

        static Cell of(String text, String detail) {
            return new Cell(text, detail, "");
        }

        /** What takes something away from the numbers. */
        static Cell warning(String text, String detail) {
            return new Cell(text, detail, WARNING);
        }

        boolean isWarning() {
            return style.equals(WARNING);
        }

        /** Both in one line. */
        String line() {
            if (detail.isEmpty()) {
                return text;
            }
            return text.endsWith(")") ? text + ", " + detail : text + " (" + detail + ")";
        }
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    boolean isNumber(int column) {
        return column >= names;
    }
}

package org.rowmark.report.section;

import java.util.List;

/**
 * A plot with its numbers.
 *
 * @param title what it is about
 * @param svg markup by the plots' own writer, which escapes all text
 * @param header names of the table's columns; none where the numbers stand elsewhere
 * @param rows the numbers, a cell per column, the first of them a name
 */
public record Figure(String title, String svg, List<String> header, List<List<String>> rows) {
    /** A plot whose numbers stand elsewhere on the page. */
    static Figure withoutTable(String title, String svg) {
        return new Figure(title, svg, List.of(), List.of());
    }
}

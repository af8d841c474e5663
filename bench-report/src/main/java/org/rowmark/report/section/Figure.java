package org.rowmark.report.section;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A plot with its numbers.
 *
 * @param drawing makes the markup by the plots' own writer, which escapes all text; of an id that is unique on the page
 * @param numbers the same as a table; without rows where the numbers are elsewhere
 */
public record Figure(String title, UnaryOperator<String> drawing, DataTable numbers) implements Content {
    public static final DataTable ELSEWHERE = DataTable.ofTexts(List.of(), 0, List.of());
}

package org.rowmark.report.write;

import java.util.function.Function;

/**
 * A column of a table that a format lays out.
 *
 * @param isNumber whether its cells are numbers, which are aligned to the right and need no escaping
 * @param cell the text of a row
 */
record Column<T>(String name, boolean isNumber, Function<T, String> cell) {
    static <T> Column<T> text(String name, Function<T, String> cell) {
        return new Column<>(name, false, cell);
    }

    static <T> Column<T> number(String name, Function<T, String> cell) {
        return new Column<>(name, true, cell);
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A column of a table with a row for each item. */
public record Column<T>(String name, Function<T, TableCell> cell) {
    public static <T> Column<T> ofText(String name, Function<T, String> text) {
        return new Column<>(name, item -> TableCell.of(text.apply(item)));
    }

    /** Returns some columns, and then one for each name, whose cells are those of an item at the place of the name. */
    public static <T> List<Column<T>> each(
            List<Column<T>> first, List<String> names, BiFunction<T, Integer, TableCell> cell) {
        List<Column<T>> columns = new ArrayList<>(first);
        IntStream.range(0, names.size())
                .forEach(i -> columns.add(new Column<>(names.get(i), item -> cell.apply(item, i))));
        return columns;
    }
}

package org.rowmark.report.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;

/**
 * A table for every format.
 *
 * @param names how many columns, from the left, are names rather than numbers
 * @param isGrouped whether rows with the same first cell are grouped below it
 * @param rows the first {@value #MOST_ROWS}
 * @param all how many rows there are
 */
public record DataTable(List<String> header, int names, boolean isGrouped, List<List<TableCell>> rows, int all)
        implements Content {
    /** The most rows that a table shows; the file of JSON beside the page has all. */
    public static final int MOST_ROWS = 200;

    private static final int MOST_UNFOLDED = 20;

    public DataTable(List<String> header, int names, List<List<TableCell>> rows) {
        this(List.copyOf(header), names, false, rows.stream().limit(MOST_ROWS).toList(), rows.size());
    }

    public static <T> DataTable of(int names, List<T> items, List<Column<T>> columns) {
        List<List<TableCell>> rows = items.stream()
                .limit(MOST_ROWS)
                .map(item -> columns.stream()
                        .map(column -> column.cell().apply(item))
                        .toList())
                .toList();
        return new DataTable(columns.stream().map(Column::name).toList(), names, false, rows, items.size());
    }

    public DataTable grouped() {
        return new DataTable(header, names, true, rows, all);
    }

    @Override
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns the table, folded where few readers want so many rows at once. */
    public Content foldedIfLong() {
        return all > MOST_UNFOLDED ? Section.folded("All " + all + " rows", this) : this;
    }

    /** Returns {@code The first 200 of 501 rows …}; empty where all are shown. */
    public String leftOutText() {
        return all <= MOST_ROWS
                ? ""
                : "The first " + MOST_ROWS + " of " + Numbers.whole(all)
                        + " rows; the file of JSON beside this page has all of them.";
    }

    /** Returns the rows by the text that they share; under an empty text where the table is not grouped. */
    public Map<String, List<List<TableCell>>> groups() {
        return rows.stream()
                .collect(Collectors.groupingBy(
                        row -> isGrouped ? row.get(0).text() : "", LinkedHashMap::new, Collectors.toList()));
    }
}

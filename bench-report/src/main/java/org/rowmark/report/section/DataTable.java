package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Interval;

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
    /** The most rows that a table shows; comparison.json has all. */
    public static final int MOST_ROWS = 200;

    private static final int MOST_UNFOLDED = 20;
    private static final String WARNING = "warning";

    /**
     * A cell.
     *
     * @param details in small print below it
     * @param style names of style classes; empty for none
     * @param label the rest of the text for screen readers and tooltips; may be empty
     */
    public record TableCell(String text, List<String> details, String style, String label) {
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
                        + " rows; comparison.json, beside this page, has all of them.";
    }

    /** Returns the rows by the text that they share; under an empty text where the table is not grouped. */
    public Map<String, List<List<TableCell>>> groups() {
        return rows.stream()
                .collect(Collectors.groupingBy(
                        row -> isGrouped ? row.get(0).text() : "", LinkedHashMap::new, Collectors.toList()));
    }
}

package org.rowmark.report.section;

import java.util.List;
import java.util.function.UnaryOperator;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.BarPlot;

/**
 * A plot with its numbers.
 *
 * @param drawing makes the markup by the plots' own writer, which escapes all text; of an id that is unique on the page
 * @param numbers as a table; without rows where the numbers are elsewhere
 */
public record Figure(String title, UnaryOperator<String> drawing, DataTable numbers) implements Content {
    public static final DataTable ELSEWHERE = new DataTable(List.of(), 0, List.of());

    /** Returns bars with the numbers of their parts. */
    public static Figure of(BarPlot plot, String columnKey, String unit) {
        String in = " (" + unit + ")";
        List<String> parts = plot.parts().stream().map(part -> part.name() + in).toList();
        List<Column<BarPlot.Row>> columns = Column.each(
                List.of(Column.ofText(columnKey, BarPlot.Row::name)),
                parts,
                (row, i) -> TableCell.of(row.times().get(i)));
        columns.add(new Column<>(plot.rest() + in, row -> TableCell.of(row.other(), Numbers::signedRange)));
        columns.add(new Column<>("whole" + in, row -> TableCell.of(row.whole())));
        return new Figure(plot.title(), plot::plot, DataTable.of(1, plot.rows(), columns));
    }
}

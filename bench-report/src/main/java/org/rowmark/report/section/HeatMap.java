package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.plot.HeatTable;
import org.rowmark.report.section.DataTable.TableCell;

/**
 * The whole comparison at a glance: a cell per line and column.
 *
 * @param columns names of the columns
 * @param rows a line each
 */
public record HeatMap(List<String> columns, List<HeatRow> rows) {
    /** With fewer cells the table of the comparison is glance enough. */
    private static final int LEAST_CELLS = 6;

    /** More lines are no glance. */
    private static final int MOST_LINES = 500;

    /** One line of the comparison. */
    public record HeatRow(String title, List<HeatTable.Cell> cells) {}

    public static HeatMap of(ComparisonTable table) {
        List<HeatRow> rows = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < table.lines().size(); i++) {
            List<HeatTable.Cell> cells = new ArrayList<>();
            for (int column = 0; column < table.columns().size(); column++) {
                boolean isRow = next < table.rows().size()
                        && table.rows().get(next).lineIndex() == i
                        && table.rows().get(next).columnIndex() == column;
                ColumnValue side = table.lines().get(i).columnValues().get(column);
                boolean isBaseline = column == table.baseline() && side.isMeasured();
                HeatTable.Cell other = isBaseline ? HeatTable.BASELINE : missing(side);
                cells.add(isRow ? cell(table.rows().get(next), table.margin()) : other);
                next += isRow ? 1 : 0;
            }
            rows.add(new HeatRow(table.lines().get(i).title(), cells));
        }
        return new HeatMap(table.columns(), rows);
    }

    /** Without contents where the table of the comparison is glance enough. */
    public static Section section(Results results) {
        HeatMap heat = of(results.table());
        int leftOut = heat.rows.size() - MOST_LINES;
        Section section = new Section(
                        "At a glance",
                        "Ratios to the baseline, more than 1× is better; colour only where the verdict says faster or slower."
                                + (leftOut > 0
                                        ? " The first " + MOST_LINES + " of " + heat.rows.size() + " lines."
                                        : ""),
                        List.of(heat.table()))
                .asPart("heat");
        return results.hasOwnView() ? section.as(Section.Look.FIRST) : section;
    }

    private DataTable table() {
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(columns);
        boolean isWorthIt = columns.size() > 1 && rows.size() * (columns.size() - 1) >= LEAST_CELLS;
        List<List<TableCell>> table = new ArrayList<>();
        for (HeatRow row : rows.subList(0, isWorthIt ? Math.min(MOST_LINES, rows.size()) : 0)) {
            List<TableCell> cells = new ArrayList<>(List.of(TableCell.of(row.title())));
            row.cells().forEach(cell -> cells.add(new TableCell(cell.text(), List.of(), cell.css(), cell.label())));
            table.add(cells);
        }
        return new DataTable(header, header.size(), table);
    }

    private static HeatTable.Cell cell(CaseRatio row, double margin) {
        return row.result()
                .map(with -> HeatTable.cell(
                        with.comparison().ratio(), with.label(margin).style()))
                .orElseGet(() -> missing(row.b()));
    }

    private static HeatTable.Cell missing(ColumnValue side) {
        return switch (side.cell().state()) {
            case FAILED -> HeatTable.FAILED;
            case SKIPPED -> HeatTable.SKIPPED;
            case OK, UNFINISHED, ABSENT -> HeatTable.UNKNOWN;
        };
    }
}

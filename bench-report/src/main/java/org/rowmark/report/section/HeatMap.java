package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.plot.HeatTable;

/**
 * The whole comparison at a glance: a cell per line and column.
 *
 * @param columns names of the columns
 * @param rows a line each
 */
public record HeatMap(List<String> columns, List<HeatRow> rows) {
    public static final String HEADING = "At a glance";
    public static final String TEXT =
            "Ratios to the baseline, more than 1× is better; colour only where the verdict says faster or slower.";

    /** With fewer cells the table of the comparison is glance enough. */
    private static final int LEAST_CELLS = 6;

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

    public boolean isWorthIt() {
        return columns.size() > 1 && rows.size() * (columns.size() - 1) >= LEAST_CELLS;
    }

    /** The same for a report without colours; without rows where it is not worth it. */
    public DataTable table() {
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(columns);
        List<List<DataTable.TableCell>> table = new ArrayList<>();
        for (HeatRow row : isWorthIt() ? rows : List.<HeatRow>of()) {
            List<DataTable.TableCell> cells = new ArrayList<>(List.of(DataTable.TableCell.of(row.title())));
            row.cells().forEach(cell -> cells.add(DataTable.TableCell.of(cell.text())));
            table.add(cells);
        }
        return new DataTable(HEADING, "Ratios to the baseline, more than 1× is better.", header, 1, table);
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

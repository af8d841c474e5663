package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.plot.HeatTable;
import org.rowmark.report.plot.Tone;

/**
 * The whole comparison at a glance: a cell per line and column.
 *
 * @param columns names of the columns
 * @param rows a line each
 */
record Heat(List<String> columns, List<HeatRow> rows) {
    static final String HEADING = "At a glance";
    static final String TEXT =
            "Ratios to the baseline, more than 1× is better; colour only where the verdict says faster or slower.";

    /** With fewer cells the table of the comparison is glance enough. */
    private static final int LEAST_CELLS = 6;

    /** One line of the comparison. */
    record HeatRow(String title, List<HeatTable.Cell> cells) {}

    static Heat of(ComparisonTable table) {
        List<HeatRow> rows = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < table.lines().size(); i++) {
            List<HeatTable.Cell> cells = new ArrayList<>();
            for (int column = 0; column < table.columns().size(); column++) {
                boolean isRow = next < table.rows().size()
                        && table.rows().get(next).lineIndex() == i
                        && table.rows().get(next).columnIndex() == column;
                Side side = table.lines().get(i).sides().get(column);
                boolean isBaseline = column == table.baseline() && side.isMeasured();
                HeatTable.Cell other = isBaseline ? HeatTable.missing(HeatTable.Missing.BASELINE) : missing(side);
                cells.add(isRow ? cell(table.rows().get(next), table.margin()) : other);
                next += isRow ? 1 : 0;
            }
            rows.add(new HeatRow(table.lines().get(i).title(), cells));
        }
        return new Heat(table.columns(), rows);
    }

    boolean isWorthIt() {
        return columns.size() > 1 && rows.size() * (columns.size() - 1) >= LEAST_CELLS;
    }

    /** The same for a report without colours; without rows where it is not worth it. */
    DataTable table() {
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(columns);
        List<List<DataTable.Cell>> table = new ArrayList<>();
        for (HeatRow row : isWorthIt() ? rows : List.<HeatRow>of()) {
            List<DataTable.Cell> cells = new ArrayList<>(List.of(DataTable.Cell.of(row.title())));
            row.cells().forEach(cell -> cells.add(DataTable.Cell.of(cell.text())));
            table.add(cells);
        }
        return new DataTable(HEADING, "Ratios to the baseline, more than 1× is better.", header, 1, table);
    }

    private static HeatTable.Cell cell(Row row, double margin) {
        return row.against()
                .map(with -> HeatTable.cell(with.comparison().ratio(), tone(with.words(margin))))
                .orElseGet(() -> missing(row.b()));
    }

    private static HeatTable.Cell missing(Side side) {
        return HeatTable.missing(
                switch (side.cell().state()) {
                    case FAILED -> HeatTable.Missing.FAILED;
                    case SKIPPED -> HeatTable.Missing.SKIPPED;
                    case OK, UNFINISHED, ABSENT -> HeatTable.Missing.UNKNOWN;
                });
    }

    static Tone tone(Words words) {
        return switch (words.style()) {
            case "better" -> Tone.BETTER;
            case "worse" -> Tone.WORSE;
            case "even" -> Tone.EVEN;
            case "open" -> Tone.OPEN;
            default -> Tone.NONE;
        };
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.plot.HeatTable;
import org.rowmark.report.section.DataTable.TableCell;

/** An overview of the whole comparison, a cell per line and column. */
public final class HeatMap {
    /** The least cells of an overview: with fewer the table of the comparison is one itself. */
    private static final int LEAST_CELLS = 6;

    /** The most lines of an overview. */
    private static final int MOST_LINES = 500;

    private HeatMap() {}

    /** Returns the section, without contents where the table of the comparison is an overview itself. */
    public static Section section(Results results) {
        ComparisonTable table = results.table();
        int lines = table.lines().size();
        boolean isWorthIt = lines * (table.columns().size() - 1) >= LEAST_CELLS;
        List<String> header = new ArrayList<>(List.of("workload"));
        header.addAll(table.columns());
        Section section = new Section(
                        "At a glance",
                        "Ratios to the baseline, more than 1× is better; colour only where the verdict is faster or"
                                + " slower."
                                + (lines > MOST_LINES ? " The first " + MOST_LINES + " of " + lines + " lines." : ""),
                        List.of(new DataTable(header, header.size(), isWorthIt ? rows(table) : List.of())))
                .asPart("heat");
        return results.hasOwnView() ? section.as(Section.Look.FIRST) : section;
    }

    /** Returns the title and the cells of each line. */
    public static List<List<TableCell>> rows(ComparisonTable table) {
        Map<Integer, List<CaseRatio>> byLine =
                table.rows().stream().collect(Collectors.groupingBy(CaseRatio::lineIndex));
        List<List<TableCell>> rows = new ArrayList<>();
        for (int line = 0; line < Math.min(MOST_LINES, table.lines().size()); line++) {
            Map<Integer, CaseRatio> byColumn = byLine.getOrDefault(line, List.of()).stream()
                    .collect(Collectors.toMap(CaseRatio::columnIndex, row -> row));
            List<ColumnValue> sides = table.lines().get(line).columnValues();
            List<TableCell> cells =
                    new ArrayList<>(List.of(TableCell.of(table.lines().get(line).title())));
            for (int column = 0; column < sides.size(); column++) {
                ColumnValue side = sides.get(column);
                boolean isBaseline = column == table.baseline() && side.isMeasured();
                HeatTable.Cell cell = byColumn.containsKey(column)
                        ? cell(byColumn.get(column), table.margin())
                        : isBaseline ? HeatTable.BASELINE : missing(side);
                cells.add(new TableCell(cell.text(), List.of(), cell.css(), cell.label()));
            }
            rows.add(cells);
        }
        return rows;
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

package org.rowmark.report;

import java.util.List;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.TableCell;

/** The contents below a heading of a view. */
public final class Shown {
    private Shown() {}

    public static Section section(View view, String heading) {
        return view.sections().stream()
                .filter(section -> section.heading().equals(heading))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the tables of a section and its parts. */
    public static List<DataTable> tables(View view, String heading) {
        return section(view, heading).all(DataTable.class).toList();
    }

    public static List<Figure> figures(View view, String heading) {
        return section(view, heading).all(Figure.class).toList();
    }

    /** Returns the values of a metric of the workloads in the first line that has it. */
    public static List<TableCell> metric(View view, String name) {
        return tables(view, "Metrics of the workloads").get(0).rows().stream()
                .filter(row -> row.get(1).text().equals(name))
                .findFirst()
                .map(row -> row.subList(2, row.size()))
                .orElseThrow();
    }

    /** Returns the texts of a row. */
    public static List<String> texts(List<TableCell> row) {
        return row.stream().map(TableCell::text).toList();
    }
}

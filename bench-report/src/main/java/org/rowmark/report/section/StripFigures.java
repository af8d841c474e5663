package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.plot.StripPlot;
import org.rowmark.stats.Outliers;

/** Every replicate of every line as a point; the numbers are in the table of all rounds. */
public final class StripFigures {
    private StripFigures() {}

    /** @param id prefix of the plots' ids, unique on the page */
    public static Figures of(ComparisonTable table, String id) {
        List<Case> lines = table.lines().stream().filter(Case::isMeasured).toList();
        List<Figure> figures = new ArrayList<>();
        for (Case line : lines.subList(0, Math.min(Figures.MOST, lines.size()))) {
            List<StripPlot.Strip> strips =
                    line.columnValues().stream().map(StripFigures::strip).toList();
            String plot = id + "-strip" + figures.size();
            String svg = StripPlot.plot(plot, line.title(), line.metric().unit(), strips);
            figures.add(Figure.withoutTable(line.title(), svg));
        }
        return Figures.of(figures, lines.size());
    }

    private static StripPlot.Strip strip(ColumnValue side) {
        SortedSet<Integer> outlying = Outliers.of(side.values(), Map.of()).ofA();
        List<StripPlot.Value> values = new ArrayList<>();
        new TreeMap<>(side.values())
                .forEach((round, value) -> values.add(new StripPlot.Value(round, value, outlying.contains(round))));
        return new StripPlot.Strip(side.column(), side.score().mean(), values);
    }
}

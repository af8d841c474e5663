package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.plot.StripPlot;

/** Every replicate of every line as a point; the numbers are in the table of all rounds. */
final class StripFigures {
    private StripFigures() {}

    static Section section(Results results) {
        return Section.ofFigures(
                "Replicates",
                "Every round as a point, values of the same round joined; hollow points stand far apart and are counted like"
                        + " the others.",
                results.table().lines().stream().filter(Case::isMeasured).toList(),
                line -> new Figure(line.title(), id -> plot(id, line), Figure.ELSEWHERE));
    }

    private static String plot(String id, Case line) {
        return StripPlot.plot(
                id,
                line.title(),
                line.metric().unit(),
                line.columnValues().stream().map(StripFigures::strip).toList());
    }

    private static StripPlot.Strip strip(ColumnValue side) {
        SortedSet<Integer> outlying = Outliers.of(side.values(), Map.of()).ofA();
        List<StripPlot.Value> values = new ArrayList<>();
        new TreeMap<>(side.values())
                .forEach((round, value) -> values.add(new StripPlot.Value(round, value, outlying.contains(round))));
        return new StripPlot.Strip(side.column(), side.score().mean(), values);
    }
}

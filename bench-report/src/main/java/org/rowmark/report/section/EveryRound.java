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
import org.rowmark.report.section.DataTable.Column;

/** The value of every configuration in every round, as points and as a table. */
public final class EveryRound {
    public static final String HEADING = "Every round";

    private EveryRound() {}

    static Section section(Results results) {
        return new Section(
                HEADING, "", measured(results).stream().map(EveryRound::part).toList());
    }

    private static List<Case> measured(Results results) {
        return results.table().lines().stream().filter(Case::isMeasured).toList();
    }

    private static Section part(Case line) {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.ofText("round", String::valueOf)));
        line.columnValues().forEach(side -> columns.add(Column.ofText(side.column(), side::raw)));
        return new Section(line.title() + ", " + line.unit(), "", List.of(DataTable.of(1, line.rounds(), columns)))
                .as(Section.Look.FOLDED);
    }

    /** Returns figures with every replicate of every line as a point. */
    static Section figures(Results results) {
        return Section.ofFigures(
                "Replicates",
                "Every round as a point, values of the same round joined; hollow points are outlying and are counted"
                        + " like the others.",
                measured(results),
                line -> new Figure(line.title(), id -> plot(id, line), Figure.ELSEWHERE));
    }

    private static String plot(String id, Case line) {
        List<StripPlot.Strip> strips =
                line.columnValues().stream().map(EveryRound::strip).toList();
        return StripPlot.plot(id, line.title(), line.metric().unit(), strips);
    }

    private static StripPlot.Strip strip(ColumnValue side) {
        SortedSet<Integer> outlying = Outliers.of(side.values(), Map.of()).ofA();
        List<StripPlot.Value> values = new ArrayList<>();
        new TreeMap<>(side.values())
                .forEach((round, value) -> values.add(new StripPlot.Value(round, value, outlying.contains(round))));
        return new StripPlot.Strip(side.column(), side.score().mean(), values);
    }
}

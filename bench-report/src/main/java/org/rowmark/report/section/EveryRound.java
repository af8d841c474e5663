package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.plot.StripPlot;

/** The value of every configuration in every round, as points and as a table. */
public final class EveryRound {
    public static final String HEADING = "Every round";

    private EveryRound() {}

    static Section section(Results results) {
        return new Section(
                HEADING,
                "",
                results.table().lines().stream()
                        .filter(Case::isMeasured)
                        .map(line -> new Section(line.title() + ", " + line.unit(), "", List.of(table(line)))
                                .as(Section.Look.FOLDED))
                        .toList());
    }

    private static DataTable table(Case line) {
        List<String> header = new ArrayList<>(List.of("round"));
        line.columnValues().forEach(side -> header.add(side.column()));
        List<List<String>> rows = new ArrayList<>();
        for (int round : line.rounds()) {
            List<String> row = new ArrayList<>(List.of(String.valueOf(round)));
            line.columnValues().forEach(side -> row.add(side.raw(round)));
            rows.add(row);
        }
        return DataTable.ofTexts(header, 1, rows);
    }

    /** Returns figures with every replicate of every line as a point. */
    static Section figures(Results results) {
        return Section.ofFigures(
                "Replicates",
                "Every round as a point, values of the same round joined; hollow points are outlying and are counted"
                        + " like the others.",
                results.table().lines().stream().filter(Case::isMeasured).toList(),
                line -> new Figure(line.title(), id -> plot(line).plot(id), Figure.ELSEWHERE));
    }

    private static StripPlot plot(Case line) {
        return new StripPlot(
                line.title(),
                line.metric().unit(),
                line.columnValues().stream().map(EveryRound::strip).toList());
    }

    private static StripPlot.Strip strip(ColumnValue side) {
        Set<Integer> outliers = Outliers.of(side.values(), Map.of()).ofA();
        return new StripPlot.Strip(side.column(), side.score().mean(), side.values(), outliers);
    }
}

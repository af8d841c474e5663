package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Outliers;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Kind;
import org.rowmark.report.section.DataTable.Column;

/** The values that the means are of. */
public final class SingleValues {
    public static final String ROUNDS = "Every round";

    private SingleValues() {}

    /** Returns figures with every round of every line as a point, and the values. */
    public static Section rounds(Results results) {
        return Section.ofFigures(
                ROUNDS,
                "Every round as a point; hollow points are outlying and are counted like the others.",
                results.table().lines().stream().filter(Case::isMeasured).toList(),
                line -> new Figure(
                        line.title() + ", " + line.unit(),
                        id -> rounds(line).plot(id),
                        values(line, results.table().shown(line))));
    }

    private static DataTable values(Case line, List<ColumnValue> sides) {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.ofText("round", String::valueOf)));
        sides.forEach(side -> columns.add(Column.ofText(side.column(), side::raw)));
        return DataTable.of(1, line.rounds(), columns);
    }

    private static LinePlot rounds(Case line) {
        List<LinePlot.Series> series = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            Set<Integer> outliers = Outliers.of(side.values());
            series.add(new LinePlot.Series(names.size(), Kind.ROUNDS, points(side, round -> true)));
            series.add(new LinePlot.Series(names.size(), Kind.HOLLOW, points(side, outliers::contains)));
            names.add(side.column());
        }
        String unit = line.metric().unit();
        return new LinePlot(
                line.title(),
                "Every round of " + Numbers.count(names.size(), "configuration") + ", in " + unit
                        + ". Outliers are hollow.",
                new LinePlot.Horizontal("round", LinePlot.Along.LINEAR, List.of()),
                names,
                List.of(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series)),
                List.of(),
                List.of());
    }

    private static List<LinePlot.Point> points(ColumnValue side, Predicate<Integer> isShown) {
        return new TreeMap<>(side.values())
                .entrySet().stream()
                        .filter(round -> isShown.test(round.getKey()))
                        .map(round -> LinePlot.Point.of(round.getKey(), round.getValue()))
                        .toList();
    }
}

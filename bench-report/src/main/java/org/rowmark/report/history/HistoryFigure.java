package org.rowmark.report.history;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.history.History.Change;
import org.rowmark.report.history.History.Entry;
import org.rowmark.report.history.History.Row;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Label;
import org.rowmark.report.plot.LinePlot.Point;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.stats.Interval;

/** The plot of one row: its score by entry, with the levels between changes. */
record HistoryFigure(List<Entry> entries, Row row) {
    /** The interval of fewer replicates is so wide that nothing else could be seen. */
    private static final int LEAST_REPLICATES = 3;

    private static final int MOST_LABELS = 8;
    private static final int WIDEST_LABEL = 12;
    private static final int SHORT_COMMIT = 8;
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{12,64}");
    private static final Interval NONE = Interval.ofMean(new double[0]);

    Figure figure() {
        List<LinePlot.Series> series = new ArrayList<>();
        series.add(new LinePlot.Series(0, LinePlot.Kind.ROUNDS, scores()));
        List<String> names = new ArrayList<>(List.of("score"));
        if (!row.changes().isEmpty()) {
            series.add(new LinePlot.Series(1, LinePlot.Kind.PLAIN, levels()));
            names.add("level");
        }
        List<Label> changes = row.changes().stream()
                .map(change -> new Label(
                        change.from() + 0.5,
                        change.shape() + " " + change.ratio() + " "
                                + shortened(entries.get(change.from()).label())))
                .toList();
        String description = row.metric().unit() + " of " + entries.size() + " entries"
                + changes.stream().map(change -> "; " + change.text()).collect(Collectors.joining());
        LinePlot plot = new LinePlot(
                row.title(),
                description,
                new LinePlot.Horizontal("entry", LinePlot.Along.LINEAR, labels()),
                names,
                List.of(new LinePlot.Panel(row.metric().unit(), LinePlot.Scale.FITTING, 0, series)),
                changes,
                List.of());
        return new Figure(row.title(), plot::plot, numbers());
    }

    private List<Point> scores() {
        return IntStream.range(0, entries.size())
                .mapToObj(i -> {
                    Interval score = row.scores().get(i);
                    return score.n() < LEAST_REPLICATES ? Point.of(i + 1, score.mean()) : new Point(i + 1, score);
                })
                .toList();
    }

    /** Returns the ends of each level, with a gap behind it. */
    private List<Point> levels() {
        int[] measured = row.measured();
        List<Point> points = new ArrayList<>();
        int from = measured[0];
        double level = Double.NaN;
        for (Change change : row.changes()) {
            points.addAll(level(from, change.after(), change.point().before()));
            from = change.from();
            level = change.point().after();
        }
        points.addAll(level(from, measured[measured.length - 1], level));
        return points;
    }

    private static List<Point> level(int from, int to, double value) {
        return List.of(Point.of(from + 1, value), Point.of(to + 1, value), new Point(to + 1, NONE));
    }

    /** Returns labels of the first and the last entry and some between them. */
    private List<Label> labels() {
        int last = entries.size() - 1;
        int parts = Math.min(last, MOST_LABELS - 1);
        return IntStream.rangeClosed(0, parts)
                .map(part -> (int) Math.round((double) part * last / parts))
                .mapToObj(i -> new Label(i + 1, shortened(entries.get(i).label())))
                .toList();
    }

    private static String shortened(String label) {
        return COMMIT.matcher(label).matches() ? label.substring(0, SHORT_COMMIT) : PlainText.fit(label, WIDEST_LABEL);
    }

    private DataTable numbers() {
        if (entries.size() > DataTable.MOST_ROWS) {
            return Figure.ELSEWHERE;
        }
        List<List<String>> rows = IntStream.of(row.measured())
                .mapToObj(i -> {
                    Interval score = row.scores().get(i);
                    return List.of(
                            entries.get(i).label(),
                            Numbers.time(entries.get(i).when()),
                            Numbers.score(score.mean()),
                            Numbers.range(score),
                            String.valueOf(score.n()));
                })
                .toList();
        return DataTable.ofTexts(List.of("Entry", "Date", row.metric().unit(), "95 % interval", "Replicates"), 2, rows);
    }
}

package org.rowmark.report.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.history.History.Change;
import org.rowmark.report.history.History.Entry;
import org.rowmark.report.history.History.Row;
import org.rowmark.report.plot.LinePlot;
import org.rowmark.report.plot.LinePlot.Label;
import org.rowmark.report.plot.LinePlot.Point;
import org.rowmark.report.section.Column;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.TableCell;
import org.rowmark.report.write.HtmlReport.SectionPage;
import org.rowmark.report.write.ReportFiles;
import org.rowmark.stats.ChangePoints;
import org.rowmark.stats.Interval;

/** The files of a history: a page, and its numbers for programs. docs/history.schema.json describes the latter. */
public final class HistoryFiles {
    static final String SCHEMA = "rowmark-history/1";

    /** The most plots of a page. */
    private static final int MOST_FIGURES = 200;

    private HistoryFiles() {}

    /**
     * Writes the page, and the numbers beside it in a file of the same name that ends with {@code .json}.
     *
     * @throws org.rowmark.util.UsageException if one of them exists and Rowmark did not write it
     */
    public static void write(History history, Path html) throws IOException {
        ReportFiles.write(page(history), document(history), html);
    }

    static SectionPage page(History history) {
        List<Entry> entries = history.entries();
        String when = Stream.of(entries.get(0), entries.get(entries.size() - 1))
                .map(entry -> entry.label() + ", " + Numbers.time(entry.when()))
                .collect(Collectors.joining(" – "));
        List<Section> sections = List.of(changes(history), scores(history), entries(history));
        return new SectionPage(history.answer(), when, history.notes(), sections);
    }

    private static Section changes(History history) {
        String text =
                "The latest first. A change came with the entry where it begins, or with what was not measured since"
                        + " the one before. Smaller ones than ±" + Numbers.percent(history.margin()) + " do not count.";
        List<Column<Change>> columns = List.of(
                Column.ofText("Row", change -> change.line().title()),
                new Column<>("From", change -> entry(history, change.from())),
                new Column<>("After", change -> entry(history, change.after())),
                new Column<>("Ratio", HistoryFiles::ratio),
                new Column<>("Level", HistoryFiles::levels),
                Column.ofText("p", change -> Numbers.score(change.point().p())));
        return new Section("Changes", text, DataTable.of(3, history.changes(), columns));
    }

    private static TableCell entry(History history, int place) {
        return TableCell.of(
                history.label(place), Numbers.time(history.entries().get(place).when()));
    }

    private static TableCell ratio(Change change) {
        return TableCell.styled(change.isSlower() ? "worse" : "better", change.shape() + " " + change.ratio());
    }

    private static TableCell levels(Change change) {
        return TableCell.of(
                Numbers.score(change.point().before()) + " → "
                        + Numbers.score(change.point().after()),
                change.line().metric().unit());
    }

    /** Returns the plots, of rows that changed first. */
    private static Section scores(History history) {
        List<Row> rows = history.rows().stream()
                .sorted(Comparator.comparing(row -> row.changes().isEmpty()))
                .toList();
        int others = rows.size() - MOST_FIGURES;
        String more = others > 0 ? " " + others + " more rows are not drawn." : "";
        return new Section(
                "Scores",
                "Each entry with its 95 % interval, from three replicates on. A dashed line is a change." + more,
                rows.stream()
                        .limit(MOST_FIGURES)
                        .map(row -> new Plot(history.entries(), row).figure())
                        .toList());
    }

    private static Section entries(History history) {
        List<Entry> entries = history.entries();
        List<Column<Integer>> columns = List.of(
                Column.ofText("Entry", history::label),
                Column.ofText("Date", i -> Numbers.time(entries.get(i).when())),
                Column.ofText("Read from", i -> entries.get(i).path().toString()),
                Column.ofText(
                        "Rows",
                        i -> String.valueOf(history.rows().stream()
                                .filter(row -> row.score(i).n() > 0)
                                .count())));
        List<Integer> all = IntStream.range(0, entries.size()).boxed().toList();
        return new Section("Entries", "", Section.folded(all.size() + " entries", DataTable.of(3, all, columns)));
    }

    private record Document(
            String schema, double margin, double alpha, List<Entry> entries, List<?> rows, List<String> notes) {}

    private static Document document(History history) {
        List<?> rows = history.rows().stream().map(row -> row(history, row)).toList();
        return new Document(SCHEMA, history.margin(), ChangePoints.ALPHA, history.entries(), rows, history.notes());
    }

    private static Map<String, Object> row(History history, Row row) {
        Case line = row.line();
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("workload", line.key().workload());
        node.put("keys", line.key().parameters());
        node.put("metric", line.metric().id());
        node.put("unit", line.metric().unit());
        node.put("better", line.metric().way());
        node.put("scores", line.sides().map(ColumnValue::score).toList());
        node.put(
                "changes",
                row.changes().stream().map(change -> change(history, change)).toList());
        return node;
    }

    /** Returns a change, whose {@code from} and {@code after} are places in the list of entries, from 0. */
    private static Map<String, Object> change(History history, Change change) {
        Interval ratio = change.point().ratio();
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("from", change.from());
        node.put("after", change.after());
        node.put("suspect", history.label(change.from()));
        node.put("ratio", ratio.mean());
        node.put("low", ratio.low());
        node.put("high", ratio.high());
        node.put("p", change.point().p());
        node.put("levelBefore", change.point().before());
        node.put("levelAfter", change.point().after());
        return node;
    }

    /** The plot of one row: its score by entry, with the levels between changes. */
    private record Plot(List<Entry> entries, Row row) {
        /** The interval of fewer replicates is so wide that nothing else could be seen. */
        private static final int LEAST_REPLICATES = 3;

        private static final int MOST_LABELS = 8;
        private static final int WIDEST_LABEL = 12;

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
                                    + PlainText.fit(entries.get(change.from()).label(), WIDEST_LABEL)))
                    .toList();
            String title = row.line().title();
            String unit = row.line().metric().unit();
            String description = unit + " of " + entries.size() + " entries"
                    + changes.stream().map(change -> "; " + change.text()).collect(Collectors.joining());
            LinePlot plot = new LinePlot(
                    title,
                    description,
                    new LinePlot.Horizontal("entry", LinePlot.Along.LINEAR, labels()),
                    names,
                    List.of(new LinePlot.Panel(unit, LinePlot.Scale.FITTING, 0, series)),
                    changes,
                    List.of());
            return new Figure(title, plot::plot, numbers());
        }

        private List<Point> scores() {
            return IntStream.range(0, entries.size())
                    .mapToObj(i -> row.score(i).n() < LEAST_REPLICATES
                            ? Point.of(i + 1, row.score(i).mean())
                            : new Point(i + 1, row.score(i)))
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
            return List.of(Point.of(from + 1, value), Point.of(to + 1, value), Point.of(to + 1, Double.NaN));
        }

        /** Returns labels of the first and the last entry and some between them. */
        private List<Label> labels() {
            int last = entries.size() - 1;
            int parts = Math.min(last, MOST_LABELS - 1);
            return IntStream.rangeClosed(0, parts)
                    .map(part -> (int) Math.round((double) part * last / parts))
                    .mapToObj(i -> new Label(i + 1, PlainText.fit(entries.get(i).label(), WIDEST_LABEL)))
                    .toList();
        }

        private DataTable numbers() {
            if (entries.size() > DataTable.MOST_ROWS) {
                return Figure.ELSEWHERE;
            }
            List<Column<Integer>> columns = List.of(
                    Column.ofText("Entry", i -> entries.get(i).label()),
                    Column.ofText("Date", i -> Numbers.time(entries.get(i).when())),
                    Column.ofText(
                            row.line().metric().unit(),
                            i -> Numbers.score(row.score(i).mean())),
                    Column.ofText("95 % interval", i -> Numbers.range(row.score(i))),
                    Column.ofText("Replicates", i -> String.valueOf(row.score(i).n())));
            return DataTable.of(2, IntStream.of(row.measured()).boxed().toList(), columns);
        }
    }
}

package org.rowmark.report.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.history.History.Change;
import org.rowmark.report.history.History.Entry;
import org.rowmark.report.history.History.Row;
import org.rowmark.report.history.History.Suspect;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Section;
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
        String when = text(entries.get(0)) + " – " + text(entries.get(entries.size() - 1));
        List<Section> sections = List.of(changes(history), scores(history), entries(history));
        return new SectionPage(history.answer(), when, history.notes(), sections);
    }

    private static String text(Entry entry) {
        return entry.label() + ", " + Numbers.time(entry.when());
    }

    private static Section changes(History history) {
        List<Suspect> changes = history.changes();
        int shown = Math.min(changes.size(), DataTable.MOST_ROWS);
        String text =
                "The latest first. A change came with the entry where it begins, or with what was not measured since"
                        + " the one before. Smaller ones than ±" + Numbers.percent(history.margin()) + " do not count."
                        + (shown < changes.size() ? " The first " + shown + " of " + changes.size() + "." : "");
        List<Column<Suspect>> columns = List.of(
                Column.ofText("Row", suspect -> suspect.row().title()),
                new Column<>("From", suspect -> entry(history, suspect.change().from())),
                new Column<>("After", suspect -> entry(history, suspect.change().after())),
                new Column<>("Ratio", suspect -> ratio(suspect.change())),
                new Column<>("Level", HistoryFiles::levels),
                Column.ofText(
                        "p", suspect -> Numbers.score(suspect.change().point().p())));
        return new Section("Changes", text, DataTable.of(3, changes.subList(0, shown), columns));
    }

    private static TableCell entry(History history, int place) {
        return TableCell.of(
                history.label(place), Numbers.time(history.entries().get(place).when()));
    }

    private static TableCell ratio(Change change) {
        Interval ratio = change.point().ratio();
        return TableCell.styled(
                change.isSlower() ? "worse" : "better",
                change.shape() + " " + Numbers.ratio(ratio.mean()),
                Numbers.range(ratio.low(), ratio.high()));
    }

    private static TableCell levels(Suspect suspect) {
        return TableCell.of(
                Numbers.score(suspect.change().point().before()) + " → "
                        + Numbers.score(suspect.change().point().after()),
                suspect.row().metric().unit());
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
                        .map(row -> new HistoryFigure(history.entries(), row).figure())
                        .toList());
    }

    private static Section entries(History history) {
        List<List<String>> rows = IntStream.range(0, history.entries().size())
                .mapToObj(i -> List.of(
                        history.label(i),
                        Numbers.time(history.entries().get(i).when()),
                        history.entries().get(i).path().toString(),
                        String.valueOf(history.rows().stream()
                                .filter(row -> row.scores().get(i).n() > 0)
                                .count())))
                .limit(DataTable.MOST_ROWS)
                .toList();
        return new Section(
                "Entries",
                "",
                Section.folded(
                        history.entries().size() + " entries",
                        DataTable.ofTexts(List.of("Entry", "Date", "Read from", "Rows"), 3, rows)));
    }

    static Map<String, Object> document(History history) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("schema", SCHEMA);
        node.put("margin", history.margin());
        node.put("alpha", ChangePoints.ALPHA);
        node.put("entries", history.entries());
        node.put("rows", history.rows().stream().map(row -> row(history, row)).toList());
        node.put("notes", history.notes());
        return node;
    }

    private static Map<String, Object> row(History history, Row row) {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("workload", row.key().workload());
        node.put("keys", row.key().parameters());
        node.put("metric", row.metric().id());
        node.put("unit", row.metric().unit());
        node.put("better", row.metric().way());
        node.put("scores", row.scores());
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
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.Publication;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable.TableCell;

/**
 * Counters of files, run by run: the published ones and ours, in the same columns. A table for each kind of file. Only
 * where pages are filled: elsewhere the means say enough.
 */
public final class FileIoTables {
    public static final String HEADING = "Run by run";

    private static final String PLATFORM = "platform";
    private static final String RUN = "run";
    private static final String FILE = "file";

    /** As the published table names them, in its order. */
    private static final List<String> FIGURES = List.of(
            "size_mb",
            "reads",
            "bytes_read",
            "read_stall_ms",
            "writes",
            "bytes_written",
            "write_stall_ms",
            "avg_read_stall_ms",
            "avg_write_stall_ms");

    private static final List<String> HEADER = List.of(
            "whose",
            "configuration",
            "run",
            "size (MiB)",
            "reads",
            "bytes read",
            "read stall (ms)",
            "writes",
            "bytes written",
            "write stall (ms)",
            "per read (ms)",
            "per write (ms)");

    private static final double MEBIBYTE = 1 << 20;

    private FileIoTables() {}

    /** Whether a publication is a table of such runs. */
    static boolean isRuns(Publication publication) {
        return publication.header().containsAll(List.of(PLATFORM, RUN, FILE))
                && publication.header().containsAll(FIGURES);
    }

    /** None where no cell fills pages. */
    public static List<DataTable> of(View view) {
        List<PageFill> fills = PageFill.of(view.cells());
        if (fills.isEmpty()) {
            return List.of();
        }
        List<Map<String, String>> published = view.publications().stream()
                .filter(FileIoTables::isRuns)
                .flatMap(publication -> publication.byColumn().stream())
                .toList();
        Set<String> kinds = new LinkedHashSet<>(FileIo.KINDS);
        published.forEach(row -> kinds.add(row.getOrDefault(FILE, "")));
        KeyColumns keys = KeyColumns.of(
                fills.stream().map(PageFill::cell).toList(), view.table().projection(), "");
        List<DataTable> tables = new ArrayList<>();
        for (String kind : kinds) {
            List<List<TableCell>> rows = new ArrayList<>();
            published.stream().filter(row -> kind.equals(row.get(FILE))).forEach(row -> rows.add(published(row)));
            boolean isUsed = !rows.isEmpty()
                    || fills.stream().anyMatch(fill -> FileIo.isUsed(fill.cell().values(), kind));
            fills.forEach(fill -> rows.addAll(ours(fill, kind, keys)));
            if (isUsed) {
                String text = tables.isEmpty() ? text(view, published) : "";
                tables.add(new DataTable(HEADING + ": " + CounterText.kind(kind), text, HEADER, 3, rows));
            }
        }
        return tables;
    }

    private static String text(View view, List<Map<String, String>> published) {
        String theirs = published.isEmpty() ? "" : "As published, and below it ours in the same columns. ";
        return theirs
                + "Counters of one run: of ours, of all operations of a round. Per read and per write is the stall"
                + " divided by 1 + their number. What is not told is " + Numbers.NONE + "."
                + PageFillTables.scale(view);
    }

    private static List<TableCell> published(Map<String, String> row) {
        List<TableCell> cells = new ArrayList<>(List.of(
                TableCell.of("published"),
                TableCell.of(row.getOrDefault(PLATFORM, "")),
                TableCell.of(row.getOrDefault(RUN, ""))));
        FIGURES.forEach(figure -> cells.add(TableCell.of(grouped(row.getOrDefault(figure, "")))));
        return cells;
    }

    /** A number as it is, with its thousands told apart. */
    private static String grouped(String number) {
        return number.matches("\\d{4,18}") ? Numbers.whole(Long.parseLong(number)) : number;
    }

    private static List<List<TableCell>> ours(PageFill fill, String kind, KeyColumns keys) {
        String name = keys.valuesOf(fill.cell()).values().stream()
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(", "));
        List<List<TableCell>> rows = new ArrayList<>();
        FileIo.of(fill.cell().values(), kind).forEach((round, run) -> {
            List<TableCell> cells = new ArrayList<>(
                    List.of(TableCell.of("ours"), TableCell.of(name), TableCell.of(String.valueOf(round))));
            cells.add(decimal(run.size() / MEBIBYTE));
            cells.add(whole(run.reads()));
            cells.add(whole(run.bytesRead()));
            cells.add(whole(run.readStall()));
            cells.add(whole(run.writes()));
            cells.add(whole(run.bytesWritten()));
            cells.add(whole(run.writeStall()));
            cells.add(decimal(run.stallPerRead()));
            cells.add(decimal(run.stallPerWrite()));
            rows.add(cells);
        });
        return rows;
    }

    private static TableCell whole(double value) {
        return Double.isFinite(value) ? TableCell.of(Numbers.whole(Math.round(value))) : TableCell.of(Numbers.NONE);
    }

    private static TableCell decimal(double value) {
        return Double.isFinite(value) ? TableCell.of(Numbers.score(value)) : TableCell.of(Numbers.NONE);
    }
}

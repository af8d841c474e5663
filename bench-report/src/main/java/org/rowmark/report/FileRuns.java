package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.DataTable.Cell;

/**
 * Counters of files, run by run: the published ones and ours, in the same columns. A table for each kind of file. Only
 * where pages are filled: elsewhere the means say enough.
 */
final class FileRuns {
    static final String HEADING = "Run by run";

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

    private FileRuns() {}

    /** Whether a publication is a table of such runs. */
    static boolean isRuns(Publication publication) {
        return publication.header().containsAll(List.of(PLATFORM, RUN, FILE))
                && publication.header().containsAll(FIGURES);
    }

    /** None where no cell fills pages. */
    static List<DataTable> of(View view) {
        List<Fill> fills = Fill.of(view.cells());
        if (fills.isEmpty()) {
            return List.of();
        }
        List<Map<String, String>> published = view.publications().stream()
                .filter(FileRuns::isRuns)
                .flatMap(publication -> publication.byColumn().stream())
                .toList();
        Set<String> kinds = new LinkedHashSet<>(FileRun.KINDS);
        published.forEach(row -> kinds.add(row.getOrDefault(FILE, "")));
        KeyColumns keys = KeyColumns.of(
                fills.stream().map(Fill::cell).toList(), view.table().projection(), "");
        List<DataTable> tables = new ArrayList<>();
        for (String kind : kinds) {
            List<List<Cell>> rows = new ArrayList<>();
            published.stream().filter(row -> kind.equals(row.get(FILE))).forEach(row -> rows.add(published(row)));
            boolean isUsed = !rows.isEmpty()
                    || fills.stream()
                            .anyMatch(fill -> FileRun.isUsed(fill.cell().replicates(), kind));
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
                + " divided by 1 + their number. What is not told is " + Numbers.NONE + "." + FillTables.scale(view);
    }

    private static List<Cell> published(Map<String, String> row) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of("published"), Cell.of(row.getOrDefault(PLATFORM, "")), Cell.of(row.getOrDefault(RUN, ""))));
        FIGURES.forEach(figure -> cells.add(Cell.of(grouped(row.getOrDefault(figure, "")))));
        return cells;
    }

    /** A number as it is, with its thousands told apart. */
    private static String grouped(String number) {
        return number.matches("\\d{4,18}") ? Numbers.whole(Long.parseLong(number)) : number;
    }

    private static List<List<Cell>> ours(Fill fill, String kind, KeyColumns keys) {
        String name = keys.valuesOf(fill.cell()).values().stream()
                .filter(value -> !value.isEmpty())
                .collect(Collectors.joining(", "));
        List<List<Cell>> rows = new ArrayList<>();
        FileRun.of(fill.cell().replicates(), kind).forEach((round, run) -> {
            List<Cell> cells = new ArrayList<>(List.of(Cell.of("ours"), Cell.of(name), Cell.of(String.valueOf(round))));
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

    private static Cell whole(double value) {
        return Double.isFinite(value) ? Cell.of(Numbers.whole(Math.round(value))) : Cell.of(Numbers.NONE);
    }

    private static Cell decimal(double value) {
        return Double.isFinite(value) ? Cell.of(Numbers.score(value)) : Cell.of(Numbers.NONE);
    }
}

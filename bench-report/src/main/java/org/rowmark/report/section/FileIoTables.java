package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;

/**
 * Counters of files, run by run: the published ones and ours, in the same columns. A table for each kind of file. Only
 * where pages are filled: elsewhere the means say enough.
 */
final class FileIoTables {
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

    /** The columns between size and stalls. */
    private static final List<String> COUNTS = List.of(
            CounterText.READS,
            CounterText.BYTES_READ,
            CounterText.READ_TIME,
            CounterText.WRITES,
            CounterText.BYTES_WRITTEN,
            CounterText.WRITE_TIME);

    private static final double MEBIBYTE = 1 << 20;

    private FileIoTables() {}

    /** Whether a publication is a table of such runs. */
    static boolean isRuns(Publication publication) {
        return publication.header().containsAll(List.of(PLATFORM, RUN, FILE))
                && publication.header().containsAll(FIGURES);
    }

    /** A part for each kind of file; none where no cell fills pages. */
    static Section section(Results results) {
        List<Cell> fills = results.cells().stream().filter(PageFill::isFill).toList();
        List<Map<String, String>> published = results.publications().stream()
                .filter(FileIoTables::isRuns)
                .flatMap(publication -> publication.byColumn().stream())
                .toList();
        Set<String> kinds = new LinkedHashSet<>(FileIo.KINDS);
        published.forEach(row -> kinds.add(row.getOrDefault(FILE, "")));
        KeyColumns keys = results.keyColumns(fills.stream().map(Cell::keys).toList(), "");
        List<Section> parts = new ArrayList<>();
        for (String kind : fills.isEmpty() ? Set.<String>of() : kinds) {
            List<List<TableCell>> rows = new ArrayList<>();
            published.stream().filter(row -> kind.equals(row.get(FILE))).forEach(row -> rows.add(published(row)));
            boolean isUsed =
                    !rows.isEmpty() || fills.stream().anyMatch(cell -> new FileIo(cell.values(), kind).isUsed());
            fills.forEach(cell -> rows.addAll(ours(cell, kind, keys)));
            if (isUsed) {
                String heading = CounterText.kind(kind) + " (" + rows.size() + ")";
                parts.add(new Section(heading, "", List.of(new DataTable(HEADER, 3, rows))).as(Section.Look.FOLDED));
            }
        }
        String theirs = published.isEmpty() ? "" : "As published, and below it ours in the same columns. ";
        return new Section(
                "Run by run",
                theirs
                        + "Counters of one run: of ours, of all operations of a round. Per read and per write is the stall"
                        + " divided by 1 + their number. What is not reported is " + Numbers.NONE + "."
                        + results.scaleNotice(),
                parts);
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

    private static List<List<TableCell>> ours(Cell cell, String kind, KeyColumns keys) {
        FileIo files = new FileIo(cell.values(), kind);
        Map<Integer, Double> sizes = files.total(CounterText.SIZE);
        sizes.replaceAll((round, bytes) -> bytes / MEBIBYTE);
        List<List<TableCell>> rows = new ArrayList<>();
        for (int round : files.rounds()) {
            List<String> row = new ArrayList<>(List.of("ours", keys.text(cell.keys()), String.valueOf(round)));
            row.add(number(sizes.get(round)));
            COUNTS.forEach(name -> row.add(
                    files.total(name).containsKey(round)
                            ? Numbers.whole(Math.round(files.total(name).get(round)))
                            : Numbers.NONE));
            row.add(number(files.stallPerRead().get(round)));
            row.add(number(files.stallPerWrite().get(round)));
            rows.add(row.stream().map(TableCell::of).toList());
        }
        return rows;
    }

    private static String number(Double value) {
        return value == null ? Numbers.NONE : Numbers.score(value);
    }
}

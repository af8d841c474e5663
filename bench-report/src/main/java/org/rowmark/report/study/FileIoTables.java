package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.KeyColumns;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;

/**
 * Counters of files, run by run: the published ones and ours in the same columns, a table for each kind of file. They
 * are shown only where pages are filled: elsewhere the means are enough.
 */
public final class FileIoTables {
    private static final String PLATFORM = "platform";
    private static final String RUN = "run";
    private static final String FILE = "file";

    /** The columns in the order of the published table. */
    private static final List<Column> COLUMNS = List.of(
            new Column("size_mb", "size (MiB)", Numbers::score, FileIoTables::mebibytes),
            count("reads", "reads", CounterText.READS),
            count("bytes_read", "bytes read", CounterText.BYTES_READ),
            count("read_stall_ms", "read stall (ms)", CounterText.READ_TIME),
            count("writes", "writes", CounterText.WRITES),
            count("bytes_written", "bytes written", CounterText.BYTES_WRITTEN),
            count("write_stall_ms", "write stall (ms)", CounterText.WRITE_TIME),
            new Column("avg_read_stall_ms", "per read (ms)", Numbers::score, FileIo::stallPerRead),
            new Column("avg_write_stall_ms", "per write (ms)", Numbers::score, FileIo::stallPerWrite));

    /** A column of the tables, with its name in the published one. */
    private record Column(
            String published,
            String name,
            Function<Double, String> text,
            Function<FileIo, Map<Integer, Double>> rounds) {
        private String text(FileIo files, int round) {
            return Optional.ofNullable(rounds.apply(files).get(round)).map(text).orElse(Numbers.NONE);
        }
    }

    private static Column count(String published, String name, String counter) {
        return new Column(published, name, value -> Numbers.whole(Math.round(value)), files -> files.total(counter));
    }

    private static Map<Integer, Double> mebibytes(FileIo files) {
        return Means.scaled(files.total(CounterText.SIZE), 1.0 / (1 << 20));
    }

    private FileIoTables() {}

    /** Returns a part for each kind of file; none where no cell fills pages. */
    public static Section section(Results results) {
        List<Cell> fills = results.cells().stream().filter(PageFill::isFill).toList();
        List<Map<String, String>> published = results.publications().stream()
                .filter(publication -> publication.header().containsAll(List.of(PLATFORM, RUN, FILE)))
                .flatMap(publication -> publication.byColumn().stream())
                .toList();
        KeyColumns keys = results.keyColumns(fills.stream().map(Cell::keys).toList(), "");
        List<String> header = row("whose", "configuration", "run", Column::name);
        List<Section> parts = new ArrayList<>();
        for (String kind : kinds(fills, published)) {
            List<List<String>> rows = new ArrayList<>();
            published.stream().filter(row -> kind.equals(row.get(FILE))).forEach(row -> rows.add(published(row)));
            for (Cell cell : fills) {
                FileIo files = new FileIo(cell.values(), kind);
                String configuration = keys.text(cell.keys());
                files.rounds()
                        .forEach(round -> rows.add(row(
                                "ours", configuration, String.valueOf(round), column -> column.text(files, round))));
            }
            String heading = CounterText.kind(kind) + " (" + rows.size() + ")";
            parts.add(Section.folded(heading, DataTable.ofTexts(header, 3, rows)));
        }
        return new Section(
                "Run by run",
                (published.isEmpty() ? "" : "As published, and below it ours in the same columns. ")
                        + "Counters of one run: of ours, of all operations of a round. Per read and per write is the"
                        + " stall divided by 1 + their number. What is not reported is " + Numbers.NONE + "."
                        + results.scaleNotice(),
                parts);
    }

    /** Returns the kinds of files that were published, or read or written by us. */
    private static List<String> kinds(List<Cell> fills, List<Map<String, String>> published) {
        List<String> theirs =
                published.stream().map(row -> row.getOrDefault(FILE, "")).toList();
        return Stream.concat(FileIo.KINDS.stream(), theirs.stream())
                .distinct()
                .filter(kind -> fills.stream()
                        .anyMatch(cell -> theirs.contains(kind) || new FileIo(cell.values(), kind).isUsed()))
                .toList();
    }

    private static List<String> published(Map<String, String> row) {
        return row("published", row.getOrDefault(PLATFORM, ""), row.getOrDefault(RUN, ""), column -> {
            String number = row.getOrDefault(column.published(), "");
            return number.matches("\\d+") ? Numbers.grouped(number) : number;
        });
    }

    private static List<String> row(String whose, String configuration, String run, Function<Column, String> figure) {
        return Stream.concat(
                        Stream.of(whose, configuration, run), COLUMNS.stream().map(figure))
                .toList();
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;

/**
 * Counters of files, run by run: the published ones and ours in the same columns, a table for each kind of file. They
 * are shown only where pages are filled: elsewhere the means are enough.
 */
final class FileIoTables {
    private static final String PLATFORM = "platform";
    private static final String RUN = "run";
    private static final String FILE = "file";

    private static final double MEBIBYTE = 1 << 20;

    /** The columns in the order of the published table. */
    private static final List<Column> COLUMNS = List.of(
            new Column(
                    "size_mb", "size (MiB)", false, files -> Means.scaled(files.total(CounterText.SIZE), 1 / MEBIBYTE)),
            count("reads", "reads", CounterText.READS),
            count("bytes_read", "bytes read", CounterText.BYTES_READ),
            count("read_stall_ms", "read stall (ms)", CounterText.READ_TIME),
            count("writes", "writes", CounterText.WRITES),
            count("bytes_written", "bytes written", CounterText.BYTES_WRITTEN),
            count("write_stall_ms", "write stall (ms)", CounterText.WRITE_TIME),
            new Column("avg_read_stall_ms", "per read (ms)", false, FileIo::stallPerRead),
            new Column("avg_write_stall_ms", "per write (ms)", false, FileIo::stallPerWrite));

    /**
     * A column of the tables.
     *
     * @param published its name in the published table
     */
    private record Column(
            String published, String name, boolean isWhole, Function<FileIo, Map<Integer, Double>> ofRounds) {
        private String text(FileIo files, int round) {
            Double value = ofRounds.apply(files).get(round);
            if (value == null) {
                return Numbers.NONE;
            }
            return isWhole ? Numbers.whole(Math.round(value)) : Numbers.score(value);
        }
    }

    private static Column count(String published, String name, String counter) {
        return new Column(published, name, true, files -> files.total(counter));
    }

    private FileIoTables() {}

    /** Returns whether a publication is a table of such runs. */
    static boolean isRuns(Publication publication) {
        return publication.header().containsAll(List.of(PLATFORM, RUN, FILE))
                && COLUMNS.stream().map(Column::published).allMatch(publication.header()::contains);
    }

    /** Returns a part for each kind of file; none where no cell fills pages. */
    static Section section(Results results) {
        List<Cell> fills = results.cells().stream().filter(PageFill::isFill).toList();
        List<Map<String, String>> published = results.publications().stream()
                .filter(FileIoTables::isRuns)
                .flatMap(publication -> publication.byColumn().stream())
                .toList();
        Set<String> kinds = new LinkedHashSet<>(FileIo.KINDS);
        published.forEach(row -> kinds.add(row.getOrDefault(FILE, "")));
        KeyColumns keys = results.keyColumns(fills.stream().map(Cell::keys).toList(), "");
        List<String> header = Stream.concat(
                        Stream.of("whose", "configuration", "run"),
                        COLUMNS.stream().map(Column::name))
                .toList();
        List<Section> parts = new ArrayList<>();
        for (String kind : fills.isEmpty() ? Set.<String>of() : kinds) {
            List<List<String>> rows = new ArrayList<>();
            published.stream().filter(row -> kind.equals(row.get(FILE))).forEach(row -> rows.add(published(row)));
            boolean isUsed =
                    !rows.isEmpty() || fills.stream().anyMatch(cell -> new FileIo(cell.values(), kind).isUsed());
            fills.forEach(cell -> rows.addAll(ours(cell, kind, keys)));
            if (isUsed) {
                String heading = CounterText.kind(kind) + " (" + rows.size() + ")";
                parts.add(
                        new Section(heading, "", List.of(DataTable.ofTexts(header, 3, rows))).as(Section.Look.FOLDED));
            }
        }
        String theirs = published.isEmpty() ? "" : "As published, and below it ours in the same columns. ";
        return new Section(
                "Run by run",
                theirs
                        + "Counters of one run: of ours, of all operations of a round. Per read and per write is the"
                        + " stall"
                        + " divided by 1 + their number. What is not reported is " + Numbers.NONE + "."
                        + results.scaleNotice(),
                parts);
    }

    private static List<String> published(Map<String, String> row) {
        return Stream.concat(
                        Stream.of("published", row.getOrDefault(PLATFORM, ""), row.getOrDefault(RUN, "")),
                        COLUMNS.stream().map(column -> grouped(row.getOrDefault(column.published(), ""))))
                .toList();
    }

    /** Returns a number with its thousands separated. */
    private static String grouped(String number) {
        return number.matches("\\d{4,18}") ? Numbers.whole(Long.parseLong(number)) : number;
    }

    private static List<List<String>> ours(Cell cell, String kind, KeyColumns keys) {
        FileIo files = new FileIo(cell.values(), kind);
        return files.rounds().stream()
                .map(round -> Stream.concat(
                                Stream.of("ours", keys.text(cell.keys()), String.valueOf(round)),
                                COLUMNS.stream().map(column -> column.text(files, round)))
                        .toList())
                .toList();
    }
}

package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Interval;

/**
 * The bytes that a cell moved per second, and the resulting database.
 *
 * @param backupBytes size of the backup, mean over rounds; without a round where it is not known
 * @param backupMegabytesPerSecond of the backup; a megabyte is a million bytes
 * @param databaseBytes size of the resulting database
 * @param pageSizeAsked in bytes; empty where the value is no number, such as {@code default}
 * @param pageSizesGot page sizes of the resulting databases: one, or those of the rounds; none where it is not known
 */
public record Rate(
        Map<String, String> keys,
        Interval backupBytes,
        Interval backupMegabytesPerSecond,
        Interval databaseBytes,
        Interval databaseMegabytesPerSecond,
        OptionalDouble pageSizeAsked,
        SortedSet<Double> pageSizesGot) {
    /** The parameter that sets a page size. */
    static final String PAGE_SIZE = "pageSize";

    /** The metrics that rates show. */
    static final Set<String> METRICS = Set.of(NamedMetrics.BACKUP, NamedMetrics.DATABASE, NamedMetrics.PAGE_SIZE);

    private static final double MEGABYTE = 1e6;

    private static final List<Column<Rate>> COLUMNS = List.of(
            new Column<>("page size requested", rate -> TableCell.of(rate.keys.getOrDefault(PAGE_SIZE, Numbers.NONE))),
            new Column<>("got", Rate::got),
            new Column<>("backup", rate -> size(rate.backupBytes)),
            new Column<>("MB/s of backup", rate -> TableCell.of(rate.backupMegabytesPerSecond)),
            new Column<>("database", rate -> size(rate.databaseBytes)),
            new Column<>("MB/s of database", rate -> TableCell.of(rate.databaseMegabytesPerSecond)));

    /** Returns the rates of the cells that have a size. */
    public static List<Rate> of(List<Cell> cells) {
        return cells.stream()
                .map(Rate::of)
                .filter(rate -> rate.backupBytes.n() + rate.databaseBytes.n() + rate.pageSizesGot.size() > 0)
                .toList();
    }

    private static Rate of(Cell cell) {
        CellValues values = cell.values();
        return new Rate(
                cell.keys(),
                Means.mean(values.named(NamedMetrics.BACKUP)),
                perSecond(values, NamedMetrics.BACKUP),
                Means.mean(values.named(NamedMetrics.DATABASE)),
                perSecond(values, NamedMetrics.DATABASE),
                Numbers.parsed(cell.keys().getOrDefault(PAGE_SIZE, "")),
                new TreeSet<>(values.named(NamedMetrics.PAGE_SIZE).values()));
    }

    private static Interval perSecond(CellValues values, String size) {
        return Means.mean(Means.quotient(Means.scaled(values.named(size), 1 / MEGABYTE), NamedMetrics.seconds(values)));
    }

    /** Returns whether some round of a cell got another page size than the one set. */
    static boolean isOtherPage(Cell cell) {
        return of(cell).isOtherPage();
    }

    private boolean isOtherPage() {
        return pageSizeAsked.isPresent() && pageSizesGot.stream().anyMatch(got -> got != pageSizeAsked.getAsDouble());
    }

    static Section section(Results results) {
        List<Rate> rates = of(results.cells());
        KeyColumns keys = results.keyColumns(rates.stream().map(Rate::keys).toList(), PAGE_SIZE);
        return new Section(
                        "Rates and sizes",
                        "A megabyte (MB) is a million bytes. Rates are means over rounds with 95 % intervals, sizes"
                                + " are of the files: of the backup that was read, and of the restored database.",
                        List.of(keys.table(rates, Rate::keys, COLUMNS)))
                .withData("rates", rates);
    }

    private TableCell got() {
        String got = pageSizesGot.stream().map(Numbers::plain).collect(Collectors.joining(", "));
        return isOtherPage()
                ? TableCell.warning(got, "requested " + Numbers.plain(pageSizeAsked.orElseThrow()) + ", got " + got)
                : TableCell.of(got.isEmpty() ? Numbers.NONE : got);
    }

    private static TableCell size(Interval bytes) {
        return TableCell.of(bytes.n() == 0 ? Numbers.NONE : Numbers.megabytes(bytes.mean()));
    }
}

package org.rowmark.report.study;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.KeyColumns;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.stats.Interval;

/** The results of restores other than their time and phases: what building the indexes took, and rates and sizes. */
public final class RestoreTables {
    private RestoreTables() {}

    public static Section indexBuilds(Results results) {
        List<IndexBuild> builds = IndexBuild.of(results.cells());
        KeyColumns keys =
                results.keyColumns(builds.stream().map(IndexBuild::keys).toList(), IndexBuild.KEY);
        return new Section(
                        "Index build",
                        "As the restore reports it, and as the time that a restore without indexes saves, which includes"
                                + " what their phase does not: means over rounds with 95 % intervals; differences are taken"
                                + " within each round.",
                        keys.table(builds, IndexBuild::keys, IndexBuild.COLUMNS))
                .withData("indexBuilds", builds);
    }

    public static Section rates(Results results) {
        List<Rate> rates = Rate.of(results.cells());
        KeyColumns keys = results.keyColumns(rates.stream().map(Rate::keys).toList(), Rate.PAGE_SIZE);
        return new Section(
                        "Rates and sizes",
                        "A megabyte (MB) is a million bytes. Rates are means over rounds with 95 % intervals, sizes"
                                + " are of the files: of the backup that was read, and of the restored database.",
                        keys.table(rates, Rate::keys, Rate.COLUMNS))
                .withData("rates", rates);
    }

    /**
     * The time in which a restore built indexes, found in two ways: as the restore reports it, and as the time that the
     * same restore saves by leaving them inactive, which is all that is known of methods without phases. Covers rounds in
     * which both restores, and the phase where it is reported at all, were measured; means and 95 % intervals over these
     * rounds, in seconds.
     *
     * @param reported the phase; without a round where it is not reported
     * @param difference full less without indexes, within each round
     */
    public record IndexBuild(Map<String, String> keys, Interval reported, Interval difference) {
        /** The parameter in which the two restores differ. */
        private static final String KEY = "indexes";

        private static final String ACTIVE = "active";
        private static final String INACTIVE = "inactive";

        private static final TableCell NOT_REPORTED = TableCell.of(CounterText.NOT_REPORTED);

        private static final List<Column<IndexBuild>> COLUMNS = List.of(
                new Column<>(
                        "reported (s)", build -> build.reported.n() > 0 ? TableCell.of(build.reported) : NOT_REPORTED),
                new Column<>("full − without (s)", build -> TableCell.difference(build.difference)),
                new Column<>("rounds", build -> TableCell.of(String.valueOf(build.difference.n()))));

        /** Returns one for each pair of cells that differ only in their indexes, in the order of the plan. */
        public static List<IndexBuild> of(List<Cell> cells) {
            Map<Map<String, String>, Cell> inactive = cells.stream()
                    .filter(cell -> INACTIVE.equals(cell.keys().get(KEY)))
                    .collect(Collectors.toMap(IndexBuild::others, Function.identity(), (first, last) -> last));
            return cells.stream()
                    .filter(cell -> ACTIVE.equals(cell.keys().get(KEY)) && inactive.containsKey(others(cell)))
                    .map(cell -> of(cell, inactive.get(others(cell))))
                    .filter(build -> build.difference.n() > 0)
                    .toList();
        }

        private static IndexBuild of(Cell full, Cell without) {
            Map<Integer, Double> phase = full.values().named(NamedMetrics.INDEXES);
            Map<Integer, Double> difference = Means.joined(
                    NamedMetrics.seconds(full.values()), NamedMetrics.seconds(without.values()), (a, b) -> a - b);
            Map<Integer, Double> compared = Means.joined(difference, phase, (both, alone) -> both);
            return new IndexBuild(
                    others(full),
                    Means.mean(Means.joined(phase, difference, (alone, both) -> alone)),
                    Means.mean(phase.isEmpty() ? difference : compared));
        }

        private static Map<String, String> others(Cell cell) {
            return cell.without(KEY).keys();
        }
    }

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
                new Column<>(
                        "page size requested", rate -> TableCell.of(rate.keys.getOrDefault(PAGE_SIZE, Numbers.NONE))),
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
            return Means.mean(
                    Means.quotient(Means.scaled(values.named(size), 1 / MEGABYTE), NamedMetrics.seconds(values)));
        }

        /** Returns whether some round of a cell got another page size than the one set. */
        static boolean isOtherPage(Cell cell) {
            return of(cell).isOtherPage();
        }

        private boolean isOtherPage() {
            return pageSizeAsked.isPresent()
                    && pageSizesGot.stream().anyMatch(got -> got != pageSizeAsked.getAsDouble());
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
}

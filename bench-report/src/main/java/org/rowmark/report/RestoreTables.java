package org.rowmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.report.DataTable.Cell;
import org.rowmark.stats.Interval;

/** What a restore is asked beside its time, as tables; without rows where nothing was restored. */
final class RestoreTables {
    private RestoreTables() {}

    /** The index phase, told and found by leaving it out. */
    static DataTable indexBuilds(View view) {
        List<IndexBuild> builds = IndexBuild.of(view.cells());
        KeyColumns keys = KeyColumns.of(
                builds.stream().map(IndexBuild::full).toList(), view.table().projection(), IndexBuild.KEY);
        List<String> header = new ArrayList<>(keys.names());
        header.addAll(List.of("told (s)", "full − without (s)", "disagreement (s)", "disagreement", "rounds"));
        List<List<Cell>> rows = new ArrayList<>();
        for (IndexBuild build : builds) {
            List<Cell> row = new ArrayList<>(keys.of(build.full()));
            row.add(build.isTold() ? Cell.of(build.told()) : Cell.of("not told"));
            row.add(Cell.difference(build.difference()));
            row.add(build.isTold() ? Cell.difference(build.disagreement()) : Cell.of(Numbers.NONE));
            row.add(build.isTold() ? percent(build.relative()) : Cell.of(Numbers.NONE));
            row.add(Cell.of(String.valueOf(build.difference().n())));
            rows.add(row);
        }
        return new DataTable(
                "Index build: told by the restore, and full minus without indexes",
                "Means over rounds with 95 % intervals; differences are taken within each round. The disagreement is the"
                        + " difference less what was told, in percent of what was told: where it is not 0, leaving the indexes"
                        + " out saved more than their phase, or less.",
                header,
                keys.names().size(),
                rows);
    }

    /** Megabytes per second and sizes. */
    static DataTable rates(View view) {
        List<Rate> rates = Rate.of(view.cells());
        KeyColumns keys = KeyColumns.of(
                rates.stream().map(Rate::cell).toList(), view.table().projection(), Rate.PAGE_SIZE);
        List<String> header = new ArrayList<>(keys.names());
        int names = header.size();
        header.addAll(List.of("page size asked", "got", "backup", "MB/s of backup", "database", "MB/s of database"));
        List<List<Cell>> rows = new ArrayList<>();
        for (Rate rate : rates) {
            List<Cell> row = new ArrayList<>(keys.of(rate.cell()));
            row.add(Cell.of(rate.cell().keys().getOrDefault(Rate.PAGE_SIZE, Numbers.NONE)));
            row.add(got(rate));
            row.add(size(rate.backup()));
            row.add(Cell.of(rate.ofBackup()));
            row.add(size(rate.database()));
            row.add(Cell.of(rate.ofDatabase()));
            rows.add(row);
        }
        return new DataTable(
                "Rates and sizes",
                "A megabyte (MB) is a million bytes. Rates are means over rounds with 95 % intervals, sizes are of the files:"
                        + " of the backup that was read, and of the database that came out.",
                header,
                names,
                rows);
    }

    private static Cell got(Rate rate) {
        if (rate.gotPages().isEmpty()) {
            return Cell.of(Numbers.NONE);
        }
        String got = rate.gotPages().stream().map(Numbers::plain).collect(Collectors.joining(", "));
        return rate.isOtherPage()
                ? Cell.warning(got, "asked " + Numbers.plain(rate.askedPage().orElseThrow()) + ", got " + got)
                : Cell.of(got);
    }

    private static Cell size(Interval bytes) {
        return Cell.of(bytes.n() == 0 ? Numbers.NONE : Numbers.megabytes(bytes.mean()));
    }

    private static Cell percent(Interval part) {
        return Cell.of(
                Numbers.change(part.mean()),
                part.isKnown() ? Numbers.change(part.low()) + " to " + Numbers.change(part.high()) : "");
    }
}

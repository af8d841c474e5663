package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Interval;

/** What a restore is asked beside its time, as tables; without rows where nothing was restored. */
public final class RestoreTables {
    private RestoreTables() {}

    /** The index phase, told and found by leaving it out. */
    public static DataTable indexBuilds(View view) {
        List<IndexBuild> builds = IndexBuild.of(view.cells());
        KeyColumns keys = KeyColumns.of(
                builds.stream().map(IndexBuild::full).toList(), view.table().projection(), IndexBuild.KEY);
        List<String> header = new ArrayList<>(keys.names());
        header.addAll(List.of("told (s)", "full − without (s)", "disagreement (s)", "disagreement", "rounds"));
        List<List<TableCell>> rows = new ArrayList<>();
        for (IndexBuild build : builds) {
            List<TableCell> row = new ArrayList<>(keys.of(build.full()));
            row.add(build.isReported() ? TableCell.of(build.told()) : TableCell.of("not told"));
            row.add(TableCell.difference(build.difference()));
            row.add(build.isReported() ? TableCell.difference(build.disagreement()) : TableCell.of(Numbers.NONE));
            row.add(build.isReported() ? percent(build.relative()) : TableCell.of(Numbers.NONE));
            row.add(TableCell.of(String.valueOf(build.difference().n())));
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
    public static DataTable rates(View view) {
        List<Rate> rates = Rate.of(view.cells());
        KeyColumns keys = KeyColumns.of(
                rates.stream().map(Rate::cell).toList(), view.table().projection(), Rate.PAGE_SIZE);
        List<String> header = new ArrayList<>(keys.names());
        int names = header.size();
        header.addAll(List.of("page size asked", "got", "backup", "MB/s of backup", "database", "MB/s of database"));
        List<List<TableCell>> rows = new ArrayList<>();
        for (Rate rate : rates) {
            List<TableCell> row = new ArrayList<>(keys.of(rate.cell()));
            row.add(TableCell.of(rate.cell().keys().getOrDefault(Rate.PAGE_SIZE, Numbers.NONE)));
            row.add(got(rate));
            row.add(size(rate.backup()));
            row.add(TableCell.of(rate.ofBackup()));
            row.add(size(rate.database()));
            row.add(TableCell.of(rate.ofDatabase()));
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

    private static TableCell got(Rate rate) {
        if (rate.gotPages().isEmpty()) {
            return TableCell.of(Numbers.NONE);
        }
        String got = rate.gotPages().stream().map(Numbers::plain).collect(Collectors.joining(", "));
        return rate.isOtherPage()
                ? TableCell.warning(
                        got, "asked " + Numbers.plain(rate.askedPage().orElseThrow()) + ", got " + got)
                : TableCell.of(got);
    }

    private static TableCell size(Interval bytes) {
        return TableCell.of(bytes.n() == 0 ? Numbers.NONE : Numbers.megabytes(bytes.mean()));
    }

    private static TableCell percent(Interval part) {
        return TableCell.of(
                Numbers.change(part.mean()),
                part.isKnown() ? Numbers.change(part.low()) + " to " + Numbers.change(part.high()) : "");
    }
}

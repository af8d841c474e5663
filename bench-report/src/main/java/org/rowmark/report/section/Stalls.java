package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Speedup;

/** Average stalls per read and per write of each kind of file, the published means beside ours, and who gains how much. */
public final class Stalls {
    private static final String READ = "read";
    private static final String WRITE = "write";

    private Stalls() {}

    /** Without rows where no cell fills pages. Where none of ours tells any, what was published stands alone, once. */
    public static DataTable table(View view) {
        List<Case> fills = view.table().lines().stream()
                .filter(line -> line.metric().isScore()
                        && line.columnValues().stream().anyMatch(side -> PageFill.isFill(side.cell())))
                .toList();
        List<PublishedMeans> published = view.publications().stream()
                .flatMap(publication -> PublishedMeans.of(publication).stream())
                .toList();
        boolean areTold =
                fills.stream().flatMap(line -> line.columnValues().stream()).anyMatch(Stalls::isTelling);
        List<Case> lines = fills.subList(0, areTold ? fills.size() : Math.min(1, fills.size()));
        List<String> header = new ArrayList<>(List.of("files", "of each"));
        if (lines.size() > 1) {
            header.add(0, "workload");
        }
        int names = header.size();
        published.forEach(means -> header.addAll(means.header()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (Case line : lines) {
            List<ColumnValue> columnValues = areTold ? line.columnValues() : List.of();
            for (List<TableCell> row :
                    rows(columnValues, published, view.table().baseline())) {
                if (lines.size() > 1) {
                    row.add(0, TableCell.of(line.title()));
                }
                rows.add(row);
            }
        }
        header.addAll(areTold ? view.table().columns() : List.of());
        return new DataTable("Average stalls in ms, and gains", text(view, published, areTold), header, names, rows);
    }

    private static boolean isTelling(ColumnValue side) {
        return FileIo.KINDS.stream().anyMatch(kind -> isTelling(side, kind));
    }

    private static boolean isTelling(ColumnValue side, String kind) {
        return FileIo.isUsed(side.cell().values(), kind)
                && !(rounds(side, kind, READ).isEmpty()
                        && rounds(side, kind, WRITE).isEmpty());
    }

    private static String text(View view, List<PublishedMeans> published, boolean areTold) {
        String theirs = published.isEmpty()
                ? ""
                : " Published figures are means of the published rows, made again from them; where another mean was"
                        + " published, that stands below.";
        return "Stall per read and per write: the time that they took, divided by 1 + their number, in each round; means over"
                + " rounds with 95 % intervals." + gains(view, !published.isEmpty(), areTold) + theirs
                + (areTold
                        ? ""
                        : " None of ours tells how long its reads and writes took: many databases do so only where"
                                + " it is switched on.");
    }

    /** What a gain is, where there is any. */
    private static String gains(View view, boolean arePublished, boolean areTold) {
        boolean areOurs = areTold && view.table().columns().size() > 1;
        if (!areOurs && !arePublished) {
            return "";
        }
        return " The gain is by how much the better one of two waits less"
                + (areOurs ? ", ours against " + view.table().baselineName() + " where both tell." : ".");
    }

    private static List<List<TableCell>> rows(
            List<ColumnValue> columnValues, List<PublishedMeans> published, int baseline) {
        Set<String> kinds = new LinkedHashSet<>();
        published.forEach(means -> kinds.addAll(means.files()));
        FileIo.KINDS.stream()
                .filter(kind -> columnValues.stream().anyMatch(side -> isTelling(side, kind)))
                .forEach(kinds::add);
        List<List<TableCell>> rows = new ArrayList<>();
        for (String kind : kinds) {
            for (String direction : List.of(READ, WRITE)) {
                List<TableCell> row =
                        new ArrayList<>(List.of(TableCell.of(CounterText.kind(kind)), TableCell.of(direction)));
                published.forEach(means -> row.addAll(means.cells(kind, direction)));
                columnValues.forEach(side -> row.add(ours(side, columnValues.get(baseline), kind, direction)));
                rows.add(row);
            }
        }
        return rows;
    }

    static Map<Integer, Double> rounds(ColumnValue side, String kind, String direction) {
        return FileIo.of(
                side.cell().values(), kind, direction.equals(READ) ? FileIo::stallPerRead : FileIo::stallPerWrite);
    }

    private static TableCell ours(ColumnValue side, ColumnValue baseline, String kind, String direction) {
        Interval mean = Means.mean(rounds(side, kind, direction));
        if (mean.n() == 0) {
            return PageFillTables.notReported();
        }
        String range = CounterText.range(mean, "ms");
        String gain = side.column().equals(baseline.column())
                ? ""
                : gain(baseline.column(), Means.mean(rounds(baseline, kind, direction)), side.column(), mean)
                        .orElse("");
        return TableCell.of(
                Numbers.score(mean.mean()), range.isEmpty() || gain.isEmpty() ? range + gain : range + "; " + gain);
    }

    /** {@code 1.2x (linux)}; empty where one of them does not tell, or never waited. */
    static Optional<String> gain(String a, Interval ofA, String b, Interval ofB) {
        return ofA.mean() > 0 && ofB.mean() > 0
                ? Optional.of(
                        Speedup.of(a, ofA.mean(), b, ofB.mean(), Better.LOWER).bracketed())
                : Optional.empty();
    }
}

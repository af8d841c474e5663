package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Speedup;

/** Average stalls per read and per write of each kind of file where pages are filled, beside the published ones. */
final class Stalls {
    private static final String READ = "read";
    private static final String WRITE = "write";

    /** The columns that distinguish the rows of a publication, if it is one of stalls. */
    private static final List<String> KEYS = List.of("file", "operation");

    private Stalls() {}

    /** Returns the section. Where none of ours has any, the published ones are shown alone, once. */
    static Section section(Results results) {
        List<Case> fills = results.table().lines().stream()
                .filter(line -> line.metric().isScore()
                        && line.columnValues().stream().anyMatch(side -> PageFill.isFill(side.cell())))
                .toList();
        List<Publication> published = results.publications().stream()
                .filter(publication -> publication.header().containsAll(KEYS))
                .toList();
        boolean areKnown = fills.stream()
                .flatMap(line -> line.columnValues().stream())
                .anyMatch(side -> FileIo.KINDS.stream().anyMatch(kind -> isKnown(side, kind)));
        List<Case> lines = fills.subList(0, areKnown ? fills.size() : Math.min(1, fills.size()));
        List<String> header = new ArrayList<>(List.of("files", "of each"));
        if (lines.size() > 1) {
            header.add(0, "workload");
        }
        int names = header.size();
        published.forEach(publication -> figures(publication).forEach(column -> header.add(column.replace('_', ' '))));
        header.addAll(areKnown ? results.table().columns() : List.of());
        List<List<TableCell>> rows = new ArrayList<>();
        for (Case line : lines) {
            List<ColumnValue> sides = areKnown ? line.columnValues() : List.of();
            for (String kind : kinds(sides, published)) {
                for (String direction : List.of(READ, WRITE)) {
                    List<TableCell> row = new ArrayList<>(
                            lines.size() > 1 ? List.of(TableCell.of(line.title())) : List.<TableCell>of());
                    row.add(TableCell.of(CounterText.kind(kind)));
                    row.add(TableCell.of(direction));
                    published.forEach(publication -> row.addAll(theirs(publication, List.of(kind, direction))));
                    sides.forEach(
                            side -> row.add(ours(side, sides.get(results.table().baseline()), kind, direction)));
                    rows.add(row);
                }
            }
        }
        return new Section(
                "Average stalls in ms, and gains",
                text(results.table(), !published.isEmpty(), areKnown),
                List.of(new DataTable(header, names, rows)));
    }

    private static boolean isKnown(ColumnValue side, String kind) {
        return new FileIo(side.cell().values(), kind).isUsed()
                && !(rounds(side, kind, READ).isEmpty()
                        && rounds(side, kind, WRITE).isEmpty());
    }

    private static String text(ComparisonTable table, boolean arePublished, boolean areKnown) {
        boolean areOurs = areKnown && table.columns().size() > 1;
        String gain = areOurs || arePublished ? " The gain is by how much the better one of two waits less" : "";
        String against = areOurs ? ", ours against " + table.baselineName() + " where both report them." : ".";
        return "Stall per read and per write: the time that they took, divided by 1 + their number, in each round;"
                + " means over"
                + " rounds with 95 % intervals." + (gain.isEmpty() ? "" : gain + against)
                + (areKnown
                        ? ""
                        : " None of ours reports how long its reads and writes took: many databases do so only where"
                                + " it is switched on.");
    }

    private static Set<String> kinds(List<ColumnValue> sides, List<Publication> published) {
        Set<String> kinds = new LinkedHashSet<>();
        published.forEach(publication ->
                publication.byColumn().forEach(row -> kinds.add(row.getOrDefault(KEYS.get(0), ""))));
        FileIo.KINDS.stream()
                .filter(kind -> sides.stream().anyMatch(side -> isKnown(side, kind)))
                .forEach(kinds::add);
        return kinds;
    }

    /** Returns the columns of a publication that are no keys. */
    private static List<String> figures(Publication publication) {
        return publication.header().stream()
                .filter(column -> !KEYS.contains(column))
                .toList();
    }

    private static List<TableCell> theirs(Publication publication, List<String> of) {
        Map<String, String> row = publication.byColumn().stream()
                .filter(cells -> KEYS.stream().map(cells::get).toList().equals(of))
                .findFirst()
                .orElse(Map.of());
        return figures(publication).stream()
                .map(column -> TableCell.of(row.getOrDefault(column, Numbers.NONE)))
                .toList();
    }

    private static Map<Integer, Double> rounds(ColumnValue side, String kind, String direction) {
        FileIo files = new FileIo(side.cell().values(), kind);
        return direction.equals(READ) ? files.stallPerRead() : files.stallPerWrite();
    }

    /** Returns our stall, with the gain where both wait. */
    private static TableCell ours(ColumnValue side, ColumnValue baseline, String kind, String direction) {
        Interval mean = Means.mean(rounds(side, kind, direction));
        double ofBaseline = Means.mean(rounds(baseline, kind, direction)).mean();
        boolean hasGain = !side.column().equals(baseline.column()) && ofBaseline > 0 && mean.mean() > 0;
        return TableCell.amount(
                mean,
                "count",
                hasGain
                        ? Speedup.of(baseline.column(), ofBaseline, side.column(), mean.mean(), Better.LOWER)
                                .bracketed()
                        : "");
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
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
    private static final Map<String, Function<FileIo, Map<Integer, Double>>> DIRECTIONS =
            new TreeMap<>(Map.of("read", FileIo::stallPerRead, "write", FileIo::stallPerWrite));

    private static final String FILE = "file";
    private static final String OPERATION = "operation";

    private Stalls() {}

    /** Returns the section. Where none of ours has any, the published ones are shown alone, once. */
    static Section section(Results results) {
        List<Case> fills = results.table().lines().stream()
                .filter(line -> line.metric().isScore()
                        && line.columnValues().stream().anyMatch(side -> PageFill.isFill(side.cell())))
                .toList();
        List<Publication> published = results.publications().stream()
                .filter(publication -> publication.header().containsAll(List.of(FILE, OPERATION)))
                .toList();
        boolean areKnown = fills.stream()
                .flatMap(line -> line.columnValues().stream())
                .anyMatch(side -> FileIo.KINDS.stream().anyMatch(kind -> isKnown(side, kind)));
        List<Case> lines = fills.subList(0, areKnown ? fills.size() : Math.min(1, fills.size()));
        boolean areNamed = lines.size() > 1;
        List<String> header = new ArrayList<>(areNamed ? List.of("workload") : List.of());
        header.addAll(List.of("files", "of each"));
        int names = header.size();
        published.forEach(publication -> figures(publication).forEach(column -> header.add(column.replace('_', ' '))));
        header.addAll(areKnown ? results.table().columns() : List.of());
        List<List<TableCell>> rows = new ArrayList<>();
        for (Case line : lines) {
            List<ColumnValue> sides = areKnown ? line.columnValues() : List.of();
            for (String kind : kinds(sides, published)) {
                DIRECTIONS.forEach((direction, stalls) -> {
                    List<TableCell> row = new ArrayList<>();
                    row.addAll(areNamed ? List.of(TableCell.of(line.title())) : List.of());
                    row.addAll(List.of(TableCell.of(CounterText.kind(kind)), TableCell.of(direction)));
                    published.forEach(publication -> row.addAll(theirs(publication, kind, direction)));
                    ColumnValue baseline =
                            line.columnValues().get(results.table().baseline());
                    sides.forEach(side -> row.add(ours(side, baseline, of -> mean(of, kind, stalls))));
                    rows.add(row);
                });
            }
        }
        return new Section(
                "Average stalls in ms, and gains",
                text(results.table(), !published.isEmpty(), areKnown),
                List.of(new DataTable(header, names, rows)));
    }

    private static boolean isKnown(ColumnValue side, String kind) {
        return new FileIo(side.cell().values(), kind).isUsed()
                && DIRECTIONS.values().stream()
                        .anyMatch(stalls -> mean(side, kind, stalls).n() > 0);
    }

    private static Interval mean(ColumnValue side, String kind, Function<FileIo, Map<Integer, Double>> stalls) {
        return Means.mean(stalls.apply(new FileIo(side.cell().values(), kind)));
    }

    private static String text(ComparisonTable table, boolean arePublished, boolean areKnown) {
        boolean areOurs = areKnown && table.columns().size() > 1;
        String against = areOurs ? ", ours against " + table.baselineName() + " where both report them." : ".";
        return "Stall per read and per write: the time that they took, divided by 1 + their number, in each round;"
                + " means over rounds with 95 % intervals."
                + (areOurs || arePublished ? " The gain is by how much the better one of two waits less" + against : "")
                + (areKnown
                        ? ""
                        : " None of ours reports how long its reads and writes took: many databases do so only where"
                                + " it is switched on.");
    }

    private static Set<String> kinds(List<ColumnValue> sides, List<Publication> published) {
        Set<String> kinds = new LinkedHashSet<>();
        published.forEach(publication -> publication.byColumn().forEach(row -> kinds.add(row.getOrDefault(FILE, ""))));
        FileIo.KINDS.stream()
                .filter(kind -> sides.stream().anyMatch(side -> isKnown(side, kind)))
                .forEach(kinds::add);
        return kinds;
    }

    /** Returns the columns of a publication that do not name its rows. */
    private static List<String> figures(Publication publication) {
        return publication.header().stream()
                .filter(column -> !column.equals(FILE) && !column.equals(OPERATION))
                .toList();
    }

    private static List<TableCell> theirs(Publication publication, String kind, String direction) {
        Map<String, String> row = publication.byColumn().stream()
                .filter(cells -> kind.equals(cells.get(FILE)) && direction.equals(cells.get(OPERATION)))
                .findFirst()
                .orElse(Map.of());
        return figures(publication).stream()
                .map(column -> TableCell.of(row.getOrDefault(column, Numbers.NONE)))
                .toList();
    }

    /** Returns our stall, with the gain where both wait. */
    private static TableCell ours(ColumnValue side, ColumnValue baseline, Function<ColumnValue, Interval> stall) {
        double a = stall.apply(baseline).mean();
        double b = stall.apply(side).mean();
        boolean hasGain = !side.column().equals(baseline.column()) && a > 0 && b > 0;
        String gain = hasGain
                ? Speedup.of(baseline.column(), a, side.column(), b, Better.LOWER)
                        .bracketed()
                : "";
        return TableCell.amount(stall.apply(side), "count", gain);
    }
}

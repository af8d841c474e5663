package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.KeyColumns;
import org.rowmark.report.section.Publication;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Speedup;

/** Average stalls per read and per write of each kind of file where pages are filled, beside the published ones. */
public final class Stalls {
    private static final String READ = "read";
    private static final String WRITE = "write";

    /** Columns that distinguish the rows of a publication, if it is one of stalls. */
    private static final String FILE = "file";

    private static final String OPERATION = "operation";

    private Stalls() {}

    /** The reads or the writes of the files of a kind. */
    private record Row(Case line, String kind, String operation) {
        Map<String, String> keys() {
            return Map.of("workload", line.title(), "files", CounterText.kind(kind), "of each", operation);
        }

        Interval stall(ColumnValue side) {
            FileIo files = new FileIo(side.cell().values(), kind);
            return Means.mean(operation.equals(READ) ? files.stallPerRead() : files.stallPerWrite());
        }

        TableCell theirs(Publication publication, String column) {
            return TableCell.of(publication.byColumn().stream()
                    .filter(cells -> kind.equals(cells.get(FILE)) && operation.equals(cells.get(OPERATION)))
                    .findFirst()
                    .map(cells -> cells.get(column))
                    .orElse(Numbers.NONE));
        }

        /** Returns our stall, with the gain where both wait. */
        TableCell ours(int column, int baseline) {
            ColumnValue a = line.columnValues().get(baseline);
            ColumnValue b = line.columnValues().get(column);
            double ofA = stall(a).mean();
            double ofB = stall(b).mean();
            boolean hasGain = column != baseline && ofA > 0 && ofB > 0;
            String gain = hasGain
                    ? Speedup.of(a.column(), ofA, b.column(), ofB, Better.LOWER).bracketed()
                    : "";
            return TableCell.amount(stall(b), "count", gain);
        }
    }

    /** Returns the section. Where none of ours has any, the published ones are shown alone, once. */
    public static Section section(Results results) {
        ComparisonTable table = results.table();
        List<Case> fills = table.scores().stream()
                .filter(line -> line.columnValues().stream().anyMatch(side -> PageFill.isFill(side.cell())))
                .toList();
        List<Publication> published = results.publications().stream()
                .filter(publication -> publication.header().containsAll(List.of(FILE, OPERATION)))
                .toList();
        boolean areKnown = fills.stream().anyMatch(line -> !known(line).isEmpty());
        List<Case> lines = fills.subList(0, areKnown ? fills.size() : Math.min(1, fills.size()));
        List<Column<Row>> columns = new ArrayList<>();
        published.forEach(publication -> publication.header().stream()
                .filter(column -> !column.equals(FILE) && !column.equals(OPERATION))
                .map(column -> new Column<Row>(column.replace('_', ' '), row -> row.theirs(publication, column)))
                .forEach(columns::add));
        Column.<Row>each(areKnown ? table.columns() : List.of(), (row, i) -> row.ours(i, table.baseline()))
                .forEach(columns::add);
        List<Row> rows = lines.stream().flatMap(line -> rows(line, published)).toList();
        KeyColumns names = new KeyColumns(
                lines.size() > 1 ? List.of("workload", "files", "of each") : List.of("files", "of each"));
        return new Section(
                "Average stalls in ms, and gains",
                text(table, !published.isEmpty(), areKnown),
                names.table(rows, Row::keys, columns));
    }

    /** Returns the rows of a line: of the kinds of files that are published, then of the others that are known. */
    private static Stream<Row> rows(Case line, List<Publication> published) {
        Set<String> kinds = new LinkedHashSet<>();
        published.forEach(publication -> publication.byColumn().forEach(row -> kinds.add(row.getOrDefault(FILE, ""))));
        kinds.addAll(known(line));
        return kinds.stream().flatMap(kind -> Stream.of(READ, WRITE).map(operation -> new Row(line, kind, operation)));
    }

    /** Returns the kinds of files of which some column reports stalls. */
    private static List<String> known(Case line) {
        return FileIo.KINDS.stream()
                .filter(kind -> line.columnValues().stream()
                        .map(side -> new FileIo(side.cell().values(), kind))
                        .filter(FileIo::isUsed)
                        .anyMatch(files -> !files.stallPerRead().isEmpty()
                                || !files.stallPerWrite().isEmpty()))
                .toList();
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
}

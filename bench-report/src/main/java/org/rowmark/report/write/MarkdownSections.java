package org.rowmark.report.write;

import static org.rowmark.report.write.Markdown.escape;
import static org.rowmark.report.write.Markdown.escapeInHtml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.counters.CounterTable;
import org.rowmark.report.counters.FileCounters;
import org.rowmark.report.provenance.Differences;

/** Counters and machines as Markdown. */
final class MarkdownSections {
    private final Markdown out;

    MarkdownSections(Markdown out) {
        this.out = out;
    }

    void counters(ComparisonTable table) {
        List<CounterTable> tables = CounterTable.of(table);
        if (tables.isEmpty()) {
            return;
        }
        out.line("## ", CounterTable.HEADING).line();
        out.line(escape(CounterTable.text(table))).line();
        for (CounterTable counters : tables) {
            out.line("### ", escape(counters.line().title())).line();
            rows(List.of("of", "counter"), table.columns(), counters.groups());
            out.line();
            counters.files().forEach(this::files);
        }
    }

    private void files(FileCounters table) {
        out.line("<details><summary>", escapeInHtml(table.heading()), "</summary>")
                .line();
        out.line(escape(table.text())).line();
        rows(List.of("file", "counter"), table.columns(), table.files());
        out.line().line("</details>").line();
    }

    private void rows(List<String> of, List<String> columns, List<CounterTable.Group> groups) {
        List<String> names = new ArrayList<>(of);
        columns.forEach(column -> names.add(escape(column)));
        out.header(names, IntStream.range(0, names.size()).mapToObj(i -> i > 1).toList());
        groups.forEach(group -> group.rows().forEach(row -> {
            List<String> cells = new ArrayList<>(List.of(escape(group.of()), escape(row.name())));
            row.cells().forEach(cell -> cells.add(escape(cell.text())));
            out.row(cells);
        }));
    }

    /** Machines and times only: what else differs are settings, which stand with their targets. */
    void differences(Differences differences) {
        differing("The machines", differences.names(), differences.machines());
        differing("Times of connections", differences.names(), differences.times());
    }

    private void differing(String heading, List<String> columns, List<Differences.Difference> rows) {
        if (rows.isEmpty()) {
            return;
        }
        out.line("## ", heading).line();
        List<String> names = new ArrayList<>(List.of("what"));
        columns.forEach(column -> names.add(escape(column)));
        out.header(names, Collections.nCopies(names.size(), false));
        for (Differences.Difference row : rows) {
            List<String> cells = new ArrayList<>(List.of(escape(row.name())));
            row.values().forEach(value -> cells.add(escape(value)));
            out.row(cells);
        }
        out.line();
    }
}

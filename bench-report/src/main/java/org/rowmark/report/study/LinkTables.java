package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rowmark.link.LinkFacts;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;

/** A table of what the simulated links did on the machine, beside what is set. */
public final class LinkTables {
    private static final double MICROS = 1e3;

    private LinkTables() {}

    private record Row(String run, LinkFacts link, LinkFacts.Measured measured) {}

    public static Section section(Results results) {
        Set<Row> rows = new LinkedHashSet<>();
        for (Provenance source : results.sources()) {
            source.targets().stream()
                    .flatMap(target -> target.link().stream())
                    .forEach(link ->
                            link.measured().ifPresent(measured -> rows.add(new Row(source.name(), link, measured))));
        }
        List<Column<Row>> columns = new ArrayList<>();
        if (results.sources().size() > 1) {
            columns.add(Column.ofText("run", Row::run));
        }
        int names = columns.size() + 1;
        columns.add(Column.ofText("link", row -> row.link.name()));
        columns.add(Column.ofText("round trip set, µs", row -> micros(row.link.rttNanos())));
        columns.add(Column.ofText("added p50, µs", row -> micros(row.measured.addedP50Nanos())));
        columns.add(Column.ofText("added p99, µs", row -> micros(row.measured.addedP99Nanos())));
        columns.add(Column.ofText(
                "bandwidth set",
                row -> row.link.bitsPerSecond().stream()
                        .mapToObj(LinkFacts::rate)
                        .findFirst()
                        .orElse("no limit")));
        columns.add(Column.ofText("passed", row -> row.measured.passed()));
        columns.add(new Column<>("held", LinkTables::held));
        return new Section(
                "Links",
                "What the simulated links did before the first round, beside a direct connection: time"
                        + " added to a round trip of 64 bytes, and bits per second that one connection received. Held is"
                        + " a median within 5 % or 10 µs of what is set, with the time to send the message, and a bandwidth"
                        + " within 3 %; without either, at most 30 µs and at least 8 Gbit/s.",
                DataTable.of(names, List.copyOf(rows), columns));
    }

    private static String micros(long nanos) {
        return nanos == 0 ? "0" : Numbers.score(nanos / MICROS);
    }

    private static TableCell held(Row row) {
        return row.measured.missed().isEmpty()
                ? TableCell.of("yes")
                : TableCell.warning("no", "not " + row.measured.missedText());
    }
}

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.compare.Case;

/** The value of every configuration in every round. */
public final class EveryRound {
    public static final String HEADING = "Every round";

    private EveryRound() {}

    static Section section(Results results) {
        return new Section(
                HEADING,
                "",
                results.table().lines().stream()
                        .filter(Case::isMeasured)
                        .map(line -> new Section(line.title() + ", " + line.unit(), "", List.of(table(line)))
                                .as(Section.Look.FOLDED))
                        .toList());
    }

    private static DataTable table(Case line) {
        List<String> header = new ArrayList<>(List.of("round"));
        line.columnValues().forEach(side -> header.add(side.column()));
        List<List<String>> rows = new ArrayList<>();
        for (int round : line.rounds()) {
            List<String> row = new ArrayList<>(List.of(String.valueOf(round)));
            line.columnValues().forEach(side -> row.add(side.raw(round)));
            rows.add(row);
        }
        return DataTable.ofTexts(header, 1, rows);
    }
}

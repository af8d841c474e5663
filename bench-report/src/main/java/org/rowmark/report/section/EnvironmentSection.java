package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.provenance.Differences;

/** The section on what differs between the environments of the configurations, and what is the same. */
final class EnvironmentSection {
    private EnvironmentSection() {}

    static Section section(Results results) {
        Differences all = results.differences();
        return new Section(
                "Environment",
                "",
                List.of(
                        differing(
                                "Intended differences",
                                "What was set, and what makes the configurations what they are.",
                                all.names(),
                                all.intended()),
                        differing(
                                        "Unexpected differences",
                                        "Not intended; each may be the reason for what was found.",
                                        all.names(),
                                        all.unexpected())
                                .as(Section.Look.WARNING),
                        differing(
                                "The machines",
                                "What differs between machines of different names. It belongs to what was compared, or"
                                        + " is the reason for what was found: nothing here shows which.",
                                all.names(),
                                all.machines()),
                        differing(
                                "Times of connections",
                                "Measured before the first round; they always differ a little. A round trip that takes"
                                        + " more than twice as long as another of the same product and kind of server"
                                        + " is an unexpected difference.",
                                all.names(),
                                all.times()),
                        Conduct.folded("Identical", all.identical())));
    }

    private static Section differing(
            String heading, String text, List<String> names, List<Differences.Difference> rows) {
        List<String> header = new ArrayList<>(List.of("what"));
        header.addAll(names);
        List<List<String>> texts = new ArrayList<>();
        for (Differences.Difference row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.name()));
            cells.addAll(row.values());
            texts.add(cells);
        }
        return new Section(
                heading + " (" + rows.size() + ")", text, List.of(DataTable.ofTexts(header, header.size(), texts)));
    }
}

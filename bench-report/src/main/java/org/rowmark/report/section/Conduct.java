package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.report.format.Fact;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Differences.Difference;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Content.Facts;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/**
 * The parts about the procedure, the machine, the targets and the commands that repeat the measurement, and about what
 * differs between the environments of the configurations.
 */
public final class Conduct {
    public static final String HEADING = "How it was measured";
    public static final String TARGETS = "Targets";
    public static final String REPRODUCTION = "Reproduce";

    private Conduct() {}

    public static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        for (Provenance source : results.sources()) {
            String when = source.name().isEmpty() ? "" : source.when();
            parts.add(new Section(titled("Run", source), when, new Facts(source.procedure())));
            parts.add(new Section(
                    titled("Machine", source),
                    "",
                    new Facts(source.machine().get(true)),
                    folded("More of it", source.machine().get(false))));
        }
        parts.add(new Section("One operation", "", new Facts(results.table().operations())));
        return new Section(HEADING, "", parts).as(Section.Look.COLUMNS).withData("sources", results.sources());
    }

    public static Section targets(Results results) {
        List<Section> parts = results.sources().stream()
                .flatMap(source ->
                        source.targets().stream().map(target -> target(target, titled(target.name(), source))))
                .toList();
        return new Section(TARGETS, "", parts).as(Section.Look.COLUMNS);
    }

    public static Section reproduction(Results results) {
        List<Content.Command> commands = results.sources().stream()
                .map(Provenance::command)
                .filter(command -> !command.isEmpty())
                .map(Content.Command::new)
                .toList();
        return new Section(REPRODUCTION, "", commands);
    }

    private static Section target(TargetFacts target, String heading) {
        TargetEnvironment environment = target.environment();
        return new Section(
                heading,
                "",
                new Facts(Provenance.facts(target)),
                folded("Requested", target.settings()),
                folded(target.server().isEmpty() ? "Software" : "Server settings", target.serverSettings()),
                folded("Settings that are not at their default", environment.changedSettings()),
                folded("Connection", environment.connection()),
                folded("Machine of the server", environment.host()),
                folded("Fingerprints of the data", environment.data()));
    }

    private static Section folded(String name, Map<String, String> facts) {
        return folded(name, Provenance.facts("", facts));
    }

    /** Returns a folded part whose heading shows the number of its facts. */
    private static Section folded(String name, List<Fact> facts) {
        return Section.folded(name + " (" + facts.size() + ")", new Facts(facts));
    }

    /** Returns the title with the name of the source, where there are several. */
    private static String titled(String title, Provenance source) {
        return source.name().isEmpty() ? title : title + ", " + source.name();
    }

    /** Returns what differs between the environments of the configurations, and what is the same. */
    public static Section environment(Results results) {
        Differences all = results.differences();
        return new Section(
                "Environment",
                "",
                differing(
                        "Intended differences",
                        "What was set, and what makes the configurations what they are.",
                        all.names(),
                        all.intended()),
                differing(
                                "Unexpected differences",
                                "Not intended; each may be the reason for what was found. Of times of connections only round trips are"
                                        + " here that take more than twice as long as others to the same kind of server.",
                                all.names(),
                                all.unexpected())
                        .as(Section.Look.WARNING),
                differing(
                        "The machines",
                        "What differs between machines of different names. It belongs to what was compared, or"
                                + " is the reason for what was found: nothing here shows which.",
                        all.names(),
                        all.machines()),
                folded("Identical", all.identical()));
    }

    private static Section differing(String heading, String text, List<String> names, List<Difference> rows) {
        List<Column<Difference>> what = List.of(Column.ofText("what", Difference::name));
        List<Column<Difference>> columns =
                Column.each(what, names, (row, i) -> TableCell.of(row.values().get(i)));
        return new Section(heading + " (" + rows.size() + ")", text, DataTable.of(columns.size(), rows, columns));
    }
}

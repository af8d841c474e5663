package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.report.format.Fact;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.ControlCell;
import org.rowmark.result.TargetFacts;

/** The parts about the procedure, the machine, the targets and the commands that repeat the measurement. */
public final class Conduct {
    public static final String HEADING = "How it was measured";
    public static final String TARGETS = "Targets";
    public static final String REPRODUCTION = "Reproduce";

    private Conduct() {}

    static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        for (Provenance source : results.sources()) {
            parts.add(new Section(
                    titled("Run", source),
                    source.name().isEmpty() ? "" : source.when(),
                    List.of(new Content.Facts(source.procedure()))));
            parts.add(new Section(
                    titled("Machine", source),
                    "",
                    List.of(new Content.Facts(source.machine()), folded("More of it", source.furtherOfMachine()))));
        }
        parts.add(new Section(
                "One operation", "", List.of(new Content.Facts(results.table().operations()))));
        return new Section(HEADING, "", parts)
                .as(Section.Look.COLUMNS)
                .withData(
                        "sources", results.sources().stream().map(Conduct::data).toList());
    }

    /** Returns products, drivers and settings. */
    static Section targets(Results results) {
        List<Section> parts = new ArrayList<>();
        results.sources()
                .forEach(source ->
                        source.targets().forEach(target -> parts.add(target(target, titled(target.name(), source)))));
        return new Section(TARGETS, "", parts).as(Section.Look.COLUMNS);
    }

    static Section reproduction(Results results) {
        return new Section(
                REPRODUCTION,
                "",
                results.sources().stream()
                        .map(Provenance::command)
                        .filter(command -> !command.isEmpty())
                        .map(Content.Command::new)
                        .toList());
    }

    private static Section target(TargetFacts target, String heading) {
        return new Section(
                heading,
                "",
                List.of(
                        new Content.Facts(Provenance.facts(target)),
                        settings("Requested", target.settings()),
                        settings("Server settings", target.serverSettings()),
                        settings(
                                "Settings that are not at their default",
                                target.environment().changedSettings()),
                        settings("Connection", target.environment().connection()),
                        settings("Machine of the server", target.environment().host()),
                        settings(
                                "Fingerprints of the data", target.environment().data())));
    }

    private static Section settings(String name, Map<String, String> settings) {
        return folded(name, Provenance.settings(settings));
    }

    /** Returns a folded part whose heading shows the number of its facts. */
    static Section folded(String name, List<Fact> facts) {
        return new Section(name + " (" + facts.size() + ")", "", List.of(new Content.Facts(facts)))
                .as(Section.Look.FOLDED);
    }

    /** Returns the title with the name of the source, where there are several. */
    private static String titled(String title, Provenance source) {
        return source.name().isEmpty() ? title : title + ", " + source.name();
    }

    private static Map<String, Object> data(Provenance source) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", source.name());
        data.put("scale", source.scale());
        data.put("control", source.control().map(control -> control(control, source)));
        data.put("conduct", source.procedure());
        data.put("environment", source.environment());
        data.put("targets", source.targets());
        data.put("command", source.command());
        return data;
    }

    private static Map<String, Object> control(ControlCell control, Provenance source) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("text", source.procedureOf(Provenance.CONTROL).orElse(""));
        data.put("mostRepeats", control.mostRepeats());
        data.put("repeats", control.repeats().stream().map(Conduct::repeat).toList());
        return data;
    }

    private static Map<String, Object> repeat(ControlCell.Repeat repeat) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("round", repeat.round());
        data.put("ratio", repeat.ratio());
        data.put("low", repeat.low());
        data.put("high", repeat.high());
        data.put("addedRound", repeat.addedRound() == 0 ? null : repeat.addedRound());
        return data;
    }
}

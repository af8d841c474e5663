package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.ControlCell;

/** How it was measured, and on what machine. */
public final class Conduct {
    public static final String HEADING = "How it was measured";

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
                    List.of(
                            new Content.Facts(source.machine()),
                            Targets.settings("More of it", source.furtherOfMachine()))));
        }
        parts.add(new Section(
                "One operation", "", List.of(new Content.Facts(results.table().operations()))));
        return new Section(HEADING, "", parts)
                .as(Section.Look.COLUMNS)
                .withData(
                        "sources", results.sources().stream().map(Conduct::data).toList());
    }

    /** With the name of the source, where there are several. */
    static String titled(String title, Provenance source) {
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

package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.report.format.Fact;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.TargetFacts;

/** What was measured: products, drivers and settings. */
public final class Targets {
    public static final String HEADING = "Targets";

    private Targets() {}

    static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        results.sources()
                .forEach(source -> source.targets()
                        .forEach(target -> parts.add(target(target, Conduct.titled(target.name(), source)))));
        return new Section(HEADING, "", parts).as(Section.Look.COLUMNS);
    }

    private static Section target(TargetFacts target, String heading) {
        return new Section(
                heading,
                "",
                List.of(
                        new Content.Facts(Provenance.facts(target)),
                        settings("Asked for", target.settings()),
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
        return settings(name, Provenance.settings(settings));
    }

    /** Folded, with their number. */
    static Section settings(String name, List<Fact> facts) {
        return new Section(name + " (" + facts.size() + ")", "", List.of(new Content.Facts(facts)))
                .as(Section.Look.FOLDED);
    }
}

package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.report.section.Content;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.result.RunRecord;
import org.rowmark.result.SqlScript;

/** The SQL files that were measured, with the plans of their statements, folded. */
public final class SqlFiles {
    private SqlFiles() {}

    public static Section section(Results results) {
        List<Section> parts = new ArrayList<>();
        for (RunRecord run : results.runs()) {
            for (SqlScript script : run.scripts()) {
                parts.add(Section.folded(script.name(), new Content.Command(script.text())));
                script.plans().forEach((target, plans) -> parts.addAll(plans(script.name(), target, plans)));
            }
        }
        return new Section(
                "SQL files and their plans",
                "Plans as the database explained them before a fork measured; where one changed between rounds, each of"
                        + " its forms. Estimates in numbers do not make another plan.",
                parts);
    }

    private static List<Section> plans(String script, String target, List<String> plans) {
        List<Section> parts = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            String number = plans.size() == 1 ? "" : ", " + (i + 1) + " of " + plans.size();
            parts.add(
                    Section.folded("Plan of " + script + " on " + target + number, new Content.Command(plans.get(i))));
        }
        return parts;
    }
}

package org.rowmark.report.section;

import org.rowmark.report.provenance.Provenance;

/** The commands that measure it all again. */
public final class Reproduction {
    public static final String HEADING = "Reproduce";

    private Reproduction() {}

    static Section section(Results results) {
        return new Section(
                HEADING,
                "",
                results.sources().stream()
                        .map(Provenance::command)
                        .filter(command -> !command.isEmpty())
                        .map(Content.Command::new)
                        .toList());
    }
}

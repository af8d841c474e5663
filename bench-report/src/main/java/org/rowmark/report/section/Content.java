package org.rowmark.report.section;

import java.util.List;
import org.rowmark.report.format.Fact;

/** The content below a heading. A format leaves out an empty one. */
public sealed interface Content permits Section, DataTable, Figure, Content.Facts, Content.Command {
    default boolean isEmpty() {
        return false;
    }

    record Facts(List<Fact> facts) implements Content {
        @Override
        public boolean isEmpty() {
            return facts.isEmpty();
        }
    }

    record Command(String text) implements Content {}
}

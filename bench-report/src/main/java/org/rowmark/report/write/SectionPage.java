package org.rowmark.report.write;

import java.util.List;
import org.rowmark.report.section.Section;

/**
 * The content of a page that consists of sections alone, without a comparison.
 *
 * @param title the answer in one line
 * @param when what was measured when
 * @param notes what limits the answer
 * @param reading paragraphs on how to read the page
 */
public record SectionPage(String title, String when, List<String> notes, List<Section> sections, List<String> reading) {

    /** Returns the sections with something to show. */
    List<Section> shown() {
        return sections.stream().filter(section -> !section.isEmpty()).toList();
    }
}

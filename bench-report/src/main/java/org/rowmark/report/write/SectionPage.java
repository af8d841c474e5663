package org.rowmark.report.write;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.section.Figure;
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

    /** Draws the figures. */
    HtmlReport.Page drawn() {
        IdentityHashMap<Figure, CompletableFuture<String>> drawings = new IdentityHashMap<>();
        sections.stream()
                .flatMap(section -> section.all(Figure.class))
                .forEach(figure -> drawings.put(
                        figure,
                        CompletableFuture.completedFuture(figure.drawing().apply("figure" + drawings.size()))));
        return new HtmlReport.Page(new ReportModel(List.of()), drawings, List.of());
    }
}

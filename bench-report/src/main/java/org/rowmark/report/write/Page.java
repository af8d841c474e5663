package org.rowmark.report.write;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;

/**
 * The input of the page's template.
 *
 * @param model the report
 * @param drawings of its figures; made while the page is written, for a large run has hundreds of thousands of
 *     iterations
 * @param comparisons of each view, with its own baseline and then with the others
 */
record Page(
        ReportModel model,
        IdentityHashMap<Figure, CompletableFuture<String>> drawings,
        List<List<PageComparison>> comparisons) {

    static Page of(ReportModel model) {
        IdentityHashMap<Figure, CompletableFuture<String>> drawings = new IdentityHashMap<>();
        List<List<PageComparison>> comparisons =
                model.views().stream().map(PageComparison::of).toList();
        for (int i = 0; i < model.views().size(); i++) {
            String id = id(i);
            draw(model.views().get(i).sections(), id, drawings);
            comparisons.get(i).forEach(comparison -> draw(comparison.sections(), id, drawings));
        }
        return new Page(model, drawings, comparisons);
    }

    /** Draws the figures of sections. A figure that depends on the baseline has the same id for each. */
    private static void draw(
            List<Section> sections, String view, IdentityHashMap<Figure, CompletableFuture<String>> drawings) {
        for (Section section : sections) {
            section.all(Figure.class).forEach(figure -> {
                String id = view + "-" + (section.part().isEmpty() ? "figure" + drawings.size() : section.part());
                drawings.put(
                        figure,
                        CompletableFuture.supplyAsync(() -> figure.drawing().apply(id)));
            });
        }
    }

    String svg(Figure figure) {
        return drawings.get(figure).join();
    }

    /** Returns the names of style classes of the element that contains a section. */
    static String css(Section section) {
        if (section.contents().stream().anyMatch(Figure.class::isInstance)) {
            return section.look() == Section.Look.WIDE ? "figures wide" : "figures";
        }
        return section.look() == Section.Look.COLUMNS ? "columns" : "contents";
    }

    /** Returns the first part of all ids that a view has on the page. */
    static String id(int view) {
        return "c" + (view + 1);
    }

    /** Returns the text that distinguishes the landmarks of several views; empty for the only one. */
    String part(int view) {
        return model.views().size() == 1 ? "" : " " + (view + 1);
    }
}

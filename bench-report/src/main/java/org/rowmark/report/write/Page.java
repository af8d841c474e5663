package org.rowmark.report.write;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;

/**
 * What the page shows.
 *
 * @param model what it says
 * @param drawings of its figures; they are being made while the page is written, for a large run has hundreds of thousands of
 *     iterations
 * @param data what the script needs, made meanwhile too
 */
record Page(ReportModel model, Map<Figure, CompletableFuture<String>> drawings, CompletableFuture<String> data) {

    static Page of(ReportModel model) {
        Map<Figure, CompletableFuture<String>> drawings = new IdentityHashMap<>();
        for (int i = 0; i < model.views().size(); i++) {
            String prefix = id(i) + "-figure";
            model.views().get(i).sections().stream()
                    .flatMap(section -> section.all(Figure.class))
                    .forEach(figure -> {
                        String id = prefix + drawings.size();
                        drawings.put(
                                figure,
                                CompletableFuture.supplyAsync(
                                        () -> figure.drawing().apply(id)));
                    });
        }
        return new Page(model, drawings, CompletableFuture.supplyAsync(() -> PageData.of(model)));
    }

    String svg(Figure figure) {
        return drawings.get(figure).join();
    }

    /** Names of style classes of what holds the contents of a section. */
    static String css(Section section) {
        if (section.contents().stream().anyMatch(Figure.class::isInstance)) {
            return section.look() == Section.Look.WIDE ? "figures wide" : "figures";
        }
        return section.look() == Section.Look.COLUMNS ? "columns" : "contents";
    }

    /** Of a view: the first part of all ids that it has on the page. */
    static String id(int view) {
        return "c" + (view + 1);
    }

    /** Tells the landmarks of several views apart; empty for the only one. */
    String part(int view) {
        return model.views().size() == 1 ? "" : " " + (view + 1);
    }
}

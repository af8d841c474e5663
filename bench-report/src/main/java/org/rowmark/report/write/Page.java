package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.section.Figures;
import org.rowmark.report.section.TimelineFigure;

/**
 * What the page shows.
 *
 * @param model what it says
 * @param timelines of each view, a list for its runs; they are being drawn while the page is written, for a large run
 *     has hundreds of thousands of iterations
 */
record Page(ReportModel model, List<CompletableFuture<List<Figures>>> timelines) {

    static Page of(ReportModel model) {
        List<CompletableFuture<List<Figures>>> timelines = new ArrayList<>();
        for (int i = 0; i < model.views().size(); i++) {
            View view = model.views().get(i);
            String id = id(i);
            timelines.add(CompletableFuture.supplyAsync(() -> timelines(view, id)));
        }
        return new Page(model, List.copyOf(timelines));
    }

    /** Of a view: the first part of all ids that it has on the page. */
    static String id(int view) {
        return "c" + (view + 1);
    }

    /** Tells the landmarks of several views apart; empty for the only one. */
    String part(int view) {
        return model.views().size() == 1 ? "" : " " + (view + 1);
    }

    private static List<Figures> timelines(View view, String id) {
        List<Figures> timelines = new ArrayList<>();
        view.runs().forEach(run -> timelines.add(TimelineFigure.of(run, id + "-" + timelines.size())));
        return timelines;
    }
}

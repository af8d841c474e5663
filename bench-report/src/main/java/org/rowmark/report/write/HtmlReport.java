package org.rowmark.report.write;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.Writer;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.Section;

/**
 * The report as one HTML file that needs nothing beside it and is complete without its script. The templates in {@code
 * src/main/jte} are compiled with the module; what they print is escaped by its place in the document, without
 * exception. The script makes controls for what the page contains already; the page's policy names its hash, so that no
 * other script runs, whatever content the page contains.
 */
public final class HtmlReport {
    static final String STYLE = file("report.css");

    /** The exact text between the script's tags. */
    static final String SCRIPT =
            "\n(() => {\n'use strict';\n\n" + file("script/table.js") + "\n" + file("script/page.js") + "})();\n";

    /** The hash of the script, as a Content-Security-Policy names it. */
    static final String HASH = "sha256-" + Base64.getEncoder().encodeToString(DigestUtils.sha256(SCRIPT));

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlReport.class.getClassLoader(), HtmlReport.class.getPackageName());

    private HtmlReport() {}

    static void write(ReportModel model, Writer out) {
        TEMPLATES.render("report.jte", Page.of(model), new WriterOutput(out));
    }

    static void write(SectionPage page, Writer out) {
        TEMPLATES.render("sections.jte", page, new WriterOutput(out));
    }

    /** Reads a file with line feeds only: browsers read every end of a line as a line feed, and hash that. */
    private static String file(String name) {
        URL url = HtmlReport.class.getResource(name);
        return Uncheck.get(() -> IOUtils.toString(url, StandardCharsets.UTF_8)).replace("\r\n", "\n");
    }

    /**
     * The input of the page's template.
     *
     * @param drawings of its figures; made while the page is written, for a large run has hundreds of thousands of
     *     iterations
     * @param comparisons of each view, with its own baseline and then with the others
     */
    record Page(
            ReportModel model,
            IdentityHashMap<Figure, CompletableFuture<String>> drawings,
            List<List<PageComparison>> comparisons) {
        static Page of(ReportModel model) {
            List<List<PageComparison>> all =
                    model.views().stream().map(PageComparison::of).toList();
            Page page = new Page(model, new IdentityHashMap<>(), all);
            for (int i = 0; i < model.views().size(); i++) {
                page.draw(id(i) + "-figure", model.views().get(i).sections());
            }
            return page;
        }

        /** Returns a page without a comparison. */
        static Page of(List<Section> sections) {
            Page page = new Page(new ReportModel(List.of()), new IdentityHashMap<>(), List.of());
            page.draw("figure", sections);
            return page;
        }

        private void draw(String id, List<Section> sections) {
            sections.stream().flatMap(section -> section.all(Figure.class)).forEach(figure -> {
                String unique = id + drawings.size();
                drawings.put(
                        figure,
                        CompletableFuture.supplyAsync(() -> figure.drawing().apply(unique)));
            });
        }

        String svg(Figure figure) {
            return drawings.get(figure).join();
        }

        /** Returns the first part of all ids that a view has on the page. */
        static String id(int view) {
            return "c" + (view + 1);
        }
    }

    /**
     * The content of a page that consists of sections alone, without a comparison.
     *
     * @param title the answer in one line
     * @param when what was measured when
     * @param notes what limits the answer
     */
    public record SectionPage(String title, String when, List<String> notes, List<Section> sections) {}
}

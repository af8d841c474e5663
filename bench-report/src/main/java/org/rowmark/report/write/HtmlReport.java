package org.rowmark.report.write;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.StringWriter;
import java.io.Writer;
import org.rowmark.report.model.ReportModel;

/**
 * The report as one HTML file that needs nothing beside it and is complete without its script. The templates in {@code
 * src/main/jte} are compiled with the module; what they print is escaped by its place in the document, without
 * exception.
 */
public final class HtmlReport {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlReport.class.getClassLoader(), HtmlReport.class.getPackageName());

    private HtmlReport() {}

    public static String of(ReportModel model) {
        StringWriter html = new StringWriter();
        write(model, html);
        return html.toString();
    }

    static void write(ReportModel model, Writer out) {
        TEMPLATES.render("report.jte", Page.of(model), new WriterOutput(out));
    }
}

package org.rowmark.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/**
 * The report as one HTML file that needs nothing beside it and is complete without its script. The templates in {@code
 * src/main/jte} are compiled with the module; what they print is escaped by its place in the document, without
 * exception.
 */
final class HtmlReport {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlReport.class.getClassLoader(), HtmlReport.class.getPackageName());

    private HtmlReport() {}

    static String of(ReportModel model) {
        StringOutput html = new StringOutput();
        TEMPLATES.render("report.jte", Page.of(model), html);
        return html.toString();
    }
}

package org.rowmark.report.write;

import java.io.StringWriter;
import org.rowmark.report.model.ReportModel;

/** Reports as text. */
public final class Rendered {
    private Rendered() {}

    public static String html(ReportModel model) {
        StringWriter html = new StringWriter();
        HtmlReport.write(model, html);
        return html.toString();
    }

    public static String json(ReportModel model) {
        StringWriter json = new StringWriter();
        JsonReport.write(model, json);
        return json.toString();
    }
}

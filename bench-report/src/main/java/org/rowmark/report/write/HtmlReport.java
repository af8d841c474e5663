package org.rowmark.report.write;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.WriterOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.rowmark.report.model.ReportModel;

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
    static final String HASH = hash(SCRIPT);

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

    /** Reads a file with line feeds only: browsers read every end of a line as a line feed, and hash that. */
    private static String file(String name) {
        try (InputStream file = HtmlReport.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

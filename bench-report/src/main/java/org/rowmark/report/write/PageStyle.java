package org.rowmark.report.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The style sheets that the page carries beside its own. */
final class PageStyle {
    /** Of the plots and the heat table. */
    static final String PLOTS = read("/org/rowmark/report/plot/plot.css");

    private PageStyle() {}

    private static String read(String name) {
        try (InputStream in = PageStyle.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

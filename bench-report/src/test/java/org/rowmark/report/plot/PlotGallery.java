package org.rowmark.report.plot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.rowmark.report.section.Overview;
import org.rowmark.report.section.TableCell;

/** A page with every plot in light and dark, for a look at them: {@code PlotGallery gallery.html}. */
final class PlotGallery {
    private static final String PAGE = """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Plots</title>
            <meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy"
            content="default-src 'none'; style-src 'unsafe-inline'"><style>
            body { margin: 0; font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; }
            section { background: var(--paper); color: var(--ink); padding: 24px 16px; }
            section > div { max-width: 1176px; margin: 0 auto; }
            h2 { font-size: 15px; margin: 28px 0 8px; } .scroll { overflow-x: auto; }
            .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 0 48px; }
            .pair > div { min-width: 0; } td, th { padding: 3px 12px; font-weight: 400; text-align: left; font-size: 14px; }
            table { border-collapse: collapse; } td.plot { padding: 0 12px; }
            </style><style>
            """;

    private PlotGallery() {}

    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), page());
    }

    static String page() throws IOException {
        StringBuilder page = new StringBuilder(PAGE).append(css()).append("</style>");
        section(page, "light");
        section(page, "dark");
        return page.append("</html>").toString();
    }

    static String css() throws IOException {
        try (InputStream css =
                Objects.requireNonNull(SeriesStyle.class.getResourceAsStream("/org/rowmark/report/write/report.css"))) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void section(StringBuilder page, String theme) {
        page.append("<section data-theme=\"").append(theme).append("\"><div>");
        Map<String, String> plots = PlotDemos.plots();
        pair(page, plots.get("sweep"), plots.get("fits"));
        pair(page, plots.get("percentiles"), plots.get("counters"));
        pair(page, plots.get("rounds"), plots.get("phases"));
        wide(page, plots.get("timeline"));
        wide(page, plots.get("seconds"));
        heat(page);
        page.append("</div></section>\n");
    }

    private static void wide(StringBuilder page, String plot) {
        page.append("<h2>Heading</h2><div class=\"scroll\" tabindex=\"0\">")
                .append(plot)
                .append("</div>\n");
    }

    private static void pair(StringBuilder page, String left, String right) {
        page.append("<div class=\"pair\"><div>");
        wide(page, left);
        page.append("</div><div>");
        wide(page, right);
        page.append("</div></div>");
    }

    private static void heat(StringBuilder page) {
        page.append("<h2>Heat</h2><div class=\"scroll\" tabindex=\"0\"><table>");
        double[] ratios = {0.3, 0.6, 0.75, 0.85, 0.95, 1.05, 1.15, 1.3, 1.7, 2.4};
        row(
                page,
                Arrays.stream(ratios)
                        .mapToObj(ratio -> Overview.heat(ratio, ratio > 1 ? "better" : "worse"))
                        .toList());
        row(page, List.of(Overview.heat(1.01, "even"), Overview.heat(1.2, "open"), Overview.heat(0, "none")));
        page.append("</table></div>\n");
    }

    private static void row(StringBuilder page, List<TableCell> cells) {
        page.append("<tr>");
        cells.forEach(cell ->
                page.append("<td class=\"").append(cell.style()).append("\">").append(cell.text()));
        page.append("</tr>");
    }
}

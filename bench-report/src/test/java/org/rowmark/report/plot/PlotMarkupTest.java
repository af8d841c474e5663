package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.stats.Interval;
import org.w3c.dom.Element;

/** The rules for every plot. */
class PlotMarkupTest {
    private static final Set<String> ELEMENTS = Set.of("title", "desc", "g", "path", "text");
    private static final Set<String> ATTRIBUTES = Set.of(
            "role",
            "class",
            "viewBox",
            "style",
            "width",
            "height",
            "aria-labelledby",
            "id",
            "d",
            "x",
            "y",
            "text-anchor");

    static Stream<String> plots() {
        return Stream.of(PlotDemos.plots().values(), hostile("</script><script>alert(1)</script>"))
                .flatMap(Collection::stream);
    }

    static Stream<String> hostileNames() {
        return Stream.of(
                "</script><script>alert(1)</script>",
                "\" onload=\"alert(1)\" x='",
                "]]><![CDATA[<!-- &amp; &#x0; --> <?php",
                "\u202Egnp.exe \u2066x",
                "long ".repeat(100),
                "W".repeat(500),
                "🐘🔥👩‍💻 שלום مرحبا 日本語",
                "\u0000\u0007\u001B[31m\n\t\uFFFE\uFFFF",
                "\uD800 alone",
                "");
    }

    @ParameterizedTest
    @MethodSource("plots")
    void every_plot_has_a_role_a_title_and_a_description(String plot) {
        Element svg = Xml.parse(plot);
        assertThat(svg.getTagName()).isEqualTo("svg");
        assertThat(svg.getAttribute("role")).isEqualTo("img");
        assertThat(Xml.child(svg, "title")).isNotBlank();
        assertThat(Xml.child(svg, "desc")).isNotBlank();
        Set<String> ids = new HashSet<>();
        Xml.all(svg, "*").forEach(element -> ids.add(element.getAttribute("id")));
        assertThat(ids).contains(svg.getAttribute("aria-labelledby").split(" "));
    }

    @ParameterizedTest
    @MethodSource("plots")
    void a_plot_has_no_colour_and_no_font_size(String plot) {
        assertThat(plot).doesNotContain("fill=", "stroke=", "font", "#", "rgb");
    }

    @ParameterizedTest
    @MethodSource("plots")
    void lengths_have_one_decimal_at_most(String plot) {
        Xml.all(Xml.parse(plot), "path")
                .forEach(path -> assertThat(path.getAttribute("d"))
                        .doesNotContainPattern("\\.\\d\\d")
                        .doesNotContain(".0", "NaN", "Infinity", "E"));
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void hostile_names_stay_text(String name) {
        for (String plot : hostile(name)) {
            Element svg = Xml.parse(plot);
            for (Element element : Xml.all(svg, "*")) {
                assertThat(ELEMENTS).contains(element.getTagName());
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    assertThat(ATTRIBUTES)
                            .contains(element.getAttributes().item(i).getNodeName());
                }
            }
            assertThat(plot).doesNotContain("\u202E", "\u2066", "\u0000", "\u001B", "</script");
        }
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void names_are_cut_to_fit_and_whole_in_their_tooltips(String name) {
        for (String plot : hostile(name)) {
            for (Element text : Xml.all(Xml.parse(plot), "text")) {
                String tooltip = Xml.child(text, "title");
                String shown = text.getTextContent().substring(tooltip.length());
                assertThat(PlotText.width(shown)).isLessThan(1100);
                if (shown.endsWith("…")) {
                    assertThat(tooltip).startsWith(shown.substring(0, shown.length() - 1));
                }
            }
        }
    }

    @Test
    void labels_stay_inside_the_drawing() {
        Pattern size = Pattern.compile("viewBox=\"0 0 (\\S+) (\\S+)\"");
        Stream.concat(PlotDemos.plots().values().stream(), hostile("m".repeat(500)).stream())
                .forEach(plot -> {
                    Matcher box = size.matcher(plot);
                    if (box.find()) {
                        double width = Double.parseDouble(box.group(1));
                        double height = Double.parseDouble(box.group(2));
                        Xml.all(Xml.parse(plot), "text").forEach(text -> assertInside(text, width, height));
                    }
                });
    }

    private static void assertInside(Element text, double width, double height) {
        String shown = text.getTextContent().substring(Xml.child(text, "title").length());
        double length = PlotText.width(shown);
        double x = Double.parseDouble(text.getAttribute("x"));
        double start = switch (text.getAttribute("text-anchor")) {
            case "middle" -> x - length / 2;
            case "end" -> x - length;
            default -> x;
        };
        assertThat(start).as(shown).isGreaterThan(-2);
        assertThat(start + length).as(shown).isLessThan(width + 2);
        assertThat(Double.parseDouble(text.getAttribute("y"))).as(shown).isBetween(8.0, height);
    }

    @Test
    void ids_of_one_page_differ_by_their_prefix_and_are_no_markup() {
        LinePlot sweep = PlotDemos.sweep();
        assertThat(sweep.plot("a1")).contains("id=\"a1-t\"", "id=\"a1-d\"");
        assertThat(sweep.plot("a\"><script>"))
                .contains("id=\"a&quot;&gt;&lt;script&gt;-t\"")
                .doesNotContain("<script");
    }

    @Test
    void the_gallery_requests_nothing_from_outside() throws IOException {
        assertThat(PlotGallery.page()).doesNotContain("http:", "https:", "url(", "@import", "<script");
    }

    @Test
    void twenty_phases_look_different_by_colour_and_stripes() {
        List<BarPlot.Part> phases = IntStream.range(0, 20)
                .mapToObj(i -> new BarPlot.Part("p" + i, i))
                .toList();
        String plot = new BarPlot("pass", "seconds", "other", phases, List.of()).plot("p");

        Matcher swatches = Pattern.compile("<g class=\"(c\\d)[^>]*><path class=\"q\" d=\"M\\S+ \\S+?([a-z][^\"]*)\"")
                .matcher(plot);

        assertThat(swatches.results().map(swatch -> swatch.group(1) + swatch.group(2)))
                .hasSize(20)
                .doesNotHaveDuplicates();
    }

    private static List<String> hostile(String name) {
        String title = name.isBlank() ? "title" : name;
        return List.of(
                PlotDemos.sweep(title, name, name, List.of(name, name)).plot("h3"),
                PlotDemos.percentiles(List.of(name)).plot("h4"),
                PlotDemos.rounds(title, name, List.of(name)).plot("h5"),
                PlotDemos.timeline(title, List.of(name, name), List.of()).plot("h6"),
                PlotDemos.seconds(title, 2, 9).plot("h9"),
                new BarPlot(
                                title,
                                name,
                                name,
                                List.of(new BarPlot.Part(name, 0)),
                                List.of(new BarPlot.Row(
                                        name,
                                        List.of(PlotDemos.of(1)),
                                        PlotDemos.of(1),
                                        new Interval(2, 1, 3, 2),
                                        name)))
                        .plot("h8"));
    }
}

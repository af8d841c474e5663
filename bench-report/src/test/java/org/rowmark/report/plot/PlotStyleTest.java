package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The colours of report.css, by the contrast of WCAG 2.2. */
class PlotStyleTest {
    private static final Pattern COLOUR =
            Pattern.compile("--([a-z0-9-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");
    private static final Pattern OF_PRINT = Pattern.compile("--([a-z0-9-]+): (#[0-9a-f]{6});");
    private static final List<String> PAPERS_OF_THE_PAGE = List.of("#fdfdfb", "#ffffff", "#14171a", "#1a1e22");
    private static final double OF_GRAPHICS = 3;
    private static final double OF_TEXT = 4.5;

    /** Returns the colours of light, dark and print. */
    static Stream<Map<String, String>> themes() throws IOException {
        Map<String, String> light = new TreeMap<>();
        Map<String, String> dark = new TreeMap<>();
        COLOUR.matcher(PlotGallery.css()).results().forEach(colour -> {
            light.put(colour.group(1), colour.group(2));
            dark.put(colour.group(1), colour.group(3));
        });
        Map<String, String> print = new TreeMap<>(light);
        OF_PRINT.matcher(PlotGallery.css()).results().forEach(colour -> print.put(colour.group(1), colour.group(2)));
        return Stream.of(light, dark, print);
    }

    @ParameterizedTest
    @MethodSource("themes")
    void colours_of_series_contrast_with_the_background(Map<String, String> theme) {
        for (String paper : papers(theme)) {
            IntStream.range(0, SeriesStyle.COLOURS)
                    .forEach(i -> assertThat(contrast(theme.get("plot-" + i), paper))
                            .as("colour " + i)
                            .isGreaterThanOrEqualTo(OF_GRAPHICS));
            for (String tone : List.of("better", "worse", "open", "ink", "quiet")) {
                assertThat(contrast(theme.get(tone), paper)).as(tone).isGreaterThanOrEqualTo(OF_TEXT);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("themes")
    void text_of_heat_cells_can_be_read(Map<String, String> theme) {
        theme.forEach((name, colour) -> {
            if (name.startsWith("heat-up") || name.startsWith("heat-down")) {
                assertThat(contrast(theme.get("heat-ink"), colour)).as(name).isGreaterThanOrEqualTo(OF_TEXT);
            }
        });
    }

    /** Returns the backgrounds of the page that are as light or dark as the theme. */
    private static List<String> papers(Map<String, String> theme) {
        boolean isLight = luminance(theme.get("paper")) > 0.5;
        return PAPERS_OF_THE_PAGE.stream()
                .filter(paper -> luminance(paper) > 0.5 == isLight)
                .toList();
    }

    private static double contrast(String one, String other) {
        double light = Math.max(luminance(one), luminance(other));
        double dark = Math.min(luminance(one), luminance(other));
        return (light + 0.05) / (dark + 0.05);
    }

    private static double luminance(String colour) {
        double[] linear = IntStream.of(1, 3, 5)
                .mapToDouble(at -> Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0)
                .map(part -> part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4))
                .toArray();
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    }
}

package org.rowmark.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plots of {@link PlotDemos} as a person last approved them; they are updated like those of GoldenTest. */
class PlotGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/plots");
    private static final boolean UPDATE = "update".equals(System.getProperty("rowmark.golden"));

    static Stream<Map.Entry<String, String>> plots() {
        return PlotDemos.plots().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("plots")
    void a_plot_is_as_approved(Map.Entry<String, String> plot) throws IOException {
        Path golden = GOLDEN.resolve(plot.getKey() + ".svg");
        if (UPDATE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, plot.getValue());
        }
        assertThat(plot.getValue()).isEqualTo(Files.readString(golden));
    }

    @Test
    void another_locale_and_time_zone_give_the_same_bytes() {
        Map<String, String> plots = PlotDemos.plots();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            assertThat(PlotDemos.plots()).isEqualTo(plots);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void a_page_of_fifty_workloads_and_four_configurations_has_room_for_its_plots() {
        assertThat(PlotDemos.plots().get("rounds").length()).isLessThan(6_000);
        int perPoint = PlotDemos.plots().get("timeline").length() / (12 * 10 * 8);
        assertThat(perPoint).isLessThan(22);
        assertThat(PlotDemos.plots().get("seconds-one").length())
                .as("an hour by second")
                .isLessThan(45_000);
    }
}

package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.report.write.Rendered;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WhereTimeGoesTest {
    private static final String HEADING = "Where the time goes";
    private static final String FITS = "Time by round-trip time";

    private static final View VIEW = Demos.view(LinkDemo.run(), ReportOptions.NONE);
    private static final JsonNode JSON =
            JsonMapper.shared().readTree(Rendered.json(Demos.model(VIEW))).at("/comparisons/0");

    @Test
    void the_parts_add_up_to_the_time() {
        JsonNode share = share("client-loop", "mariadb@500us");

        assertThat(share.at("/time/mean").asDouble()).isCloseTo(547_000, within(30_000.0));
        assertThat(share.at("/clientCpu/mean").asDouble()).isEqualTo(14_000);
        assertThat(share.at("/serverCpu/mean").asDouble()).isEqualTo(11_000);
        assertThat(share.at("/rest/mean").asDouble())
                .isCloseTo(share.at("/time/mean").asDouble() - 25_000, within(1.0));
        assertThat(share.at("/problem").asString()).isEmpty();
    }

    @Test
    void times_are_given_per_round_trip() {
        assertThat(Shown.metric(VIEW, "time per round trip"))
                .anySatisfy(time -> assertThat(time.text()).endsWith(" µs"));
    }

    @Test
    void a_time_shorter_than_its_CPU_time_is_not_split_and_the_reason_given() {
        JsonNode share = share("client-loop", "h2-tcp");

        assertThat(share.at("/rest").isNull()).isTrue();
        assertThat(share.at("/problem").asString()).isEqualTo("more CPU time was counted than time");
        assertThat(Shown.figures(VIEW, HEADING).get(0).drawing().apply("a")).contains("not split");
    }

    @Test
    void an_embedded_database_is_part_of_the_measuring_process() {
        JsonNode share = share("client-loop", "h2");

        assertThat(share.at("/serverCpu").isNull()).isTrue();
        assertThat(share.at("/rest/mean").asDouble()).isBetween(0.0, 200.0);
    }

    @Test
    void a_run_of_several_threads_or_without_counters_or_servers_has_no_such_section() {
        for (View view : List.of(
                Demos.view(LinkDemo.ofThreads(2), ReportOptions.NONE),
                Demos.view(LinkDemo.uncounted(), ReportOptions.NONE),
                Demos.view(Demos.complete(), ReportOptions.NONE))) {
            assertThat(Shown.section(view, HEADING).isEmpty()).isTrue();
        }
    }

    @Test
    void a_link_that_did_not_do_what_is_set_is_a_badge() {
        assertThat(VIEW.badges()).contains(Badge.warning("link 20us does not hold the round trip"));
    }

    @Test
    void a_line_through_the_round_trip_times_has_the_round_trips_as_its_slope() {
        JsonNode fit = fit(JSON, "client-update", "mariadb");

        assertThat(fit.at("/slope/mean").asDouble()).isCloseTo(1.01, within(0.04));
        assertThat(fit.at("/slope/low").asDouble()).isLessThan(1.01);
        assertThat(fit.at("/intercept/mean").asDouble()).isCloseTo(90_000, within(4_000.0));
        assertThat(fit.at("/roundTrips").asDouble()).isEqualTo(2);
        assertThat(fit.at("/points")).hasSize(5);
        assertThat(Shown.section(VIEW, FITS).text())
                .containsPattern(
                        "client-update on mariadb: \\d+\\.\\d+ µs \\+ [01]\\.\\d+ \\([01]\\.\\d+–1\\.\\d+\\) × RTT"
                                + " × 2\\.00 round trips, farthest point \\d");
    }

    @Test
    void without_counted_round_trips_the_slope_is_their_number() {
        View view = Demos.view(LinkDemo.uncounted(), ReportOptions.NONE);
        JsonNode json =
                JsonMapper.shared().readTree(Rendered.json(Demos.model(view))).at("/comparisons/0");
        JsonNode fit = fit(json, "client-update", "mariadb");

        assertThat(fit.at("/slope/mean").asDouble()).isCloseTo(2.02, within(0.08));
        assertThat(fit.at("/roundTrips").isNull()).isTrue();
        assertThat(Shown.section(view, FITS).text()).contains("× RTT, farthest point ");
    }

    @Test
    void cells_without_a_link_have_no_line() {
        assertThat(JSON.at("/roundTripFits")).hasSize(4);
        assertThat(Shown.section(Demos.view(Demos.complete(), ReportOptions.NONE), FITS)
                        .isEmpty())
                .isTrue();
    }

    @Test
    void the_section_is_folded_where_no_link_is() {
        View view = Demos.view(PageFillDemo.run(), ReportOptions.NONE);

        assertThat(Shown.section(view, HEADING).contents())
                .singleElement()
                .isInstanceOfSatisfying(
                        Section.class, part -> assertThat(part.look()).isEqualTo(Section.Look.FOLDED));
        assertThat(Shown.section(VIEW, HEADING).look()).isEqualTo(Section.Look.PLAIN);
    }

    private static JsonNode share(String workload, String column) {
        for (JsonNode share : JSON.at("/timeShares")) {
            String of =
                    JSON.at("/lines/" + share.at("/line").asInt() + "/workload").asString();
            if (of.equals(workload) && share.at("/column").asString().equals(column)) {
                return share;
            }
        }
        throw new AssertionError("no share of " + workload + " on " + column);
    }

    private static JsonNode fit(JsonNode comparison, String workload, String target) {
        for (JsonNode fit : comparison.at("/roundTripFits")) {
            if (fit.at("/workload").asString().equals(workload)
                    && fit.at("/target").asString().equals(target)) {
                return fit;
            }
        }
        throw new AssertionError("no line of " + workload + " on " + target);
    }
}

package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.OpenLoopReportTest;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.ThreadsDemo;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.ReportModel;
import org.rowmark.result.RunRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    private static final Path SCHEMA = Path.of("../docs/comparison.schema.json");

    @Test
    void what_is_written_conforms_to_the_documented_schema() throws IOException {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        for (RunRecord run : List.of(
                Demos.complete(),
                Demos.interrupted(),
                Demos.running(),
                LinkDemo.run(),
                LinkDemo.uncounted(),
                ThreadsDemo.run(List.of(1, 2, 4, 8, 16), 1),
                OpenLoopReportTest.searched(),
                Demos.named("</x> \"y"))) {
            assertThat(schema.validate(Rendered.json(Demos.model(List.of(run))), InputFormat.JSON))
                    .isEmpty();
        }
        assertThat(schema.validate(Rendered.json(Demos.model(RestoreDemo.view())), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate(Rendered.json(Demos.model(PageFillDemo.view())), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate("{\"schema\": \"rowmark-comparison/1\", \"comparisons\": [{}]}", InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void times_by_kind_of_operation_and_highest_rates_are_records() {
        JsonNode comparison = JsonMapper.shared()
                .readTree(Rendered.json(Demos.model(List.of(OpenLoopReportTest.searched()))))
                .path("comparisons")
                .get(0);
        JsonNode pay = comparison.path("latencies").get(2);
        assertThat(pay.path("keys").path("target").asString()).isEqualTo("h2");
        assertThat(pay.path("kind").asString()).isEqualTo("pay");
        assertThat(pay.path("operations").asInt()).isEqualTo(12_000);
        assertThat(pay.path("throughput").path("mean").asDouble()).isEqualTo(40); // of 100 a second
        JsonNode p99 = pay.path("percentiles").get(2);
        assertThat(p99.path("percentile").asInt()).isEqualTo(99);
        assertThat(p99.path("nanos").asDouble()).isBetween(8.9e6, 9.1e6);
        assertThat(p99.path("rounds").size()).isEqualTo(6);
        JsonNode rates = comparison.path("highestRates");
        assertThat(rates.get(0).path("goal").asString()).isEqualTo("p99<20ms");
        assertThat(rates.get(0).path("rate").path("mean").asDouble()).isEqualTo(1000);
        assertThat(rates.get(0).path("rate").path("n").asInt()).isEqualTo(3);
        assertThat(rates.get(1).path("rate").isNull()).isTrue();
        assertThat(rates.get(1).path("problem").asString()).isEqualTo("none meets it");
    }

    @Test
    void a_restore_has_its_phases_and_metrics() {
        JsonNode restore = comparison(Demos.model(RestoreDemo.view()));
        JsonNode tcp = restore.path("phases").get(0);
        assertThat(tcp.path("column").asString()).isEqualTo("gbak-tcp");
        assertThat(tcp.path("phases").path("data").path("mean").asDouble()).isBetween(40.0, 44.0);
        JsonNode ratio = restore.path("phaseRatios").get(1);
        assertThat(ratio.path("phase").asString()).isEqualTo("data");
        assertThat(ratio.path("verdict").asString()).isEqualTo("SLOWER");
        assertThat(restore.path("metrics").valueStream())
                .filteredOn(metric -> metric.path("metric").asString().equals("backup"))
                .hasSize(24)
                .allMatch(metric -> metric.at("/value/mean").asDouble() == 90_000_000);
    }

    private static JsonNode comparison(ReportModel model) {
        return JsonMapper.shared()
                .readTree(Rendered.json(model))
                .path("comparisons")
                .get(0);
    }

    @Test
    void numbers_are_those_of_the_comparison_and_what_is_unknown_is_null() {
        ReportModel model = Demos.model(List.of(Demos.complete()));
        JsonNode comparison = JsonMapper.shared()
                .readTree(Rendered.json(model))
                .path("comparisons")
                .get(0);
        CaseRatio row = model.views().get(0).table().rows().get(0);
        JsonNode first = comparison.path("rows").get(0);
        assertThat(first.path("ratio").asDouble())
                .isEqualTo(Numbers.portable(row.comparison().ratio()));
        assertThat(first.path("verdict").asString()).isEqualTo("FASTER");
        JsonNode skipped = comparison.path("rows").get(11);
        assertThat(skipped.path("ratio").isNull()).isTrue();
        assertThat(skipped.path("verdict").isNull()).isTrue();
        assertThat(skipped.path("notes").get(0).asString()).startsWith("skipped: h2 has no full-text index");
    }
}

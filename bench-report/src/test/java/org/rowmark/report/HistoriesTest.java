package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.history.History;
import org.rowmark.report.history.History.Row;
import org.rowmark.report.history.HistoryFiles;
import org.rowmark.stats.Interval;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistoriesTest {
    private static final String SORT = "org.example.Sorting.sort";
    private static final String READ = "org.example.Files.read";
    private static final String LATE = "org.example.Late.come";
    private static final int ENTRIES = 24;

    @TempDir
    private Path temp;

    @Test
    void rows_are_shown_with_their_gaps_and_changes() throws IOException {
        History history = read(files());
        Row sort = history.rows().get(0);

        assertThat(history.rows())
                .extracting(row -> row.line().title())
                .containsExactly("Sorting.sort size=10", "Files.read", "Late.come");
        assertThat(scores(sort)).hasSize(ENTRIES).allMatch(score -> score.n() == 3);
        assertThat(scores(history.rows().get(1)))
                .extracting(score -> score.n() == 0)
                .containsOnlyOnce(true)
                .element(15)
                .isEqualTo(true);
        assertThat(history.slower()).singleElement().asString().startsWith("c16: Files.read: 0.7");
        assertThat(history.text())
                .startsWith("2 of 3 rows changed in 24 entries\n")
                .containsPattern("▼ Files.read: 0.7\\d*× .* from c16, after c14\n")
                .containsPattern("▲ Sorting.sort size=10: 1.2\\d*× .* from c10, after c9\n")
                .contains("! Units.differ is left out: it has several modes or units\n")
                .contains("fewer than 8 results: Late.come\n");
    }

    @Test
    void the_page_has_changes_first_and_then_a_plot_of_each_row() throws IOException {
        Path html = temp.resolve("out/week.html");
        HistoryFiles.write(read(files()), html);
        Document page = Jsoup.parse(Files.readString(html));

        assertThat(page.select("h1").text()).isEqualTo("2 of 3 rows changed in 24 entries");
        assertThat(page.select("h2").eachText()).containsExactly("Changes", "Scores", "Entries", "How to read it");
        assertThat(page.select("section").first().select("tbody tr").eachText())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("Files.read c16");
        assertThat(page.select("figure figcaption").eachText())
                .containsExactly("Sorting.sort size=10", "Files.read", "Late.come");
        assertThat(page.select("figure svg").first().text()).contains("level", "▲ 1.2", "c10");
        assertThat(page.select("[src], link[href]")).isEmpty();
        HistoryFiles.write(read(files()), html); // replaces its own
    }

    @Test
    void the_numbers_conform_to_the_documented_schema() throws IOException {
        HistoryFiles.write(read(files()), temp.resolve("week.html"));
        String json = Files.readString(temp.resolve("week.json"));

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Files.readString(Path.of("../docs/history.schema.json")), InputFormat.JSON)
                        .validate(json, InputFormat.JSON))
                .isEmpty();
        JsonNode read = JsonMapper.shared().readTree(json).path("rows").get(1);
        assertThat(read.path("scores").get(15).isNull()).isTrue();
        JsonNode change = read.path("changes").get(0);
        assertThat(change.path("suspect").asString()).isEqualTo("c16");
        assertThat(change.path("from").asInt()).isEqualTo(16);
        assertThat(change.path("ratio").asDouble()).isBetween(0.7, 0.8);
    }

    @Test
    void runs_and_files_make_one_history() throws IOException {
        List<String> measurements = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Path run = Files.createDirectory(temp.resolve("run" + i));
            Saved.save(GeneratedRun.of(2, 1, 3 + i), run);
            measurements.add("v" + i + "=" + run);
        }
        measurements.add(files().get(0));

        History history = read(measurements);

        assertThat(history.entries())
                .extracting(History.Entry::label)
                .containsExactly("v0", "v1", "v2", "v3", "v4", "c0");
        assertThat(history.rows()).hasSize(5);
        assertThat(scores(history.rows().get(0))).extracting(score -> score.n()).containsExactly(3, 4, 5, 6, 7, 0);
    }

    private static List<Interval> scores(Row row) {
        return row.line().sides().map(ColumnValue::score).toList();
    }

    private static History read(List<String> measurements) throws IOException {
        return Histories.read(measurements, false, Optional.empty());
    }

    /** Writes files of which a row gets faster, one slower behind a gap, one has other units and one comes late. */
    private List<String> files() throws IOException {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < ENTRIES; i++) {
            JmhJson json = new JmhJson(i).throughput(SORT, "\"size\": \"10\"", 3, i < 10 ? 1000 : 1250);
            if (i != 15) {
                json.benchmark(
                        READ,
                        "",
                        "avgt",
                        i % 2 == 0 ? "ms/op" : "us/op",
                        3,
                        (i < 15 ? 3 : 4) * (i % 2 == 0 ? 1 : 1000));
            }
            if (i > ENTRIES - 4) {
                json.throughput(LATE, "", 3, 5);
            }
            json.benchmark("org.example.Units.differ", "", i == 3 ? "avgt" : "thrpt", i == 3 ? "s/op" : "ops/s", 3, 5);
            files.add(json.write(temp.resolve("c" + i + ".json")).toString());
        }
        return files;
    }
}

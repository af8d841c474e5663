package org.rowmark.result.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.result.directory.RunDirectoryTest.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.link.LinkFacts;
import org.rowmark.result.Manifest.ChosenWarmups;
import tools.jackson.databind.json.JsonMapper;

/** The fields of the file run.json. */
class ManifestFileTest {
    @TempDir
    Path temp;

    @Test
    void describes_a_run_with_all_its_fields_in_words_of_the_documentation() throws IOException {
        RunDirectory.start(temp, manifest("?")).close();

        assertThat(temp.resolve("run.json"))
                .content()
                .contains("\"method\" : {", "\"plannedRounds\" : 2", "\"aa\" : true", "\"budgetMillis\" : 7200000")
                .doesNotContain("isAa");
    }

    @Test
    void writes_the_fields_of_the_documentation_side_by_side_in_one_object() throws IOException {
        RunDirectory.start(temp, manifest("?")).close();

        assertThat(JsonMapper.shared().readTree(temp.resolve("run.json")).propertyNames())
                .containsExactly(("format rowmark status started finished rounds stopReason control chosenWarmups"
                                + " question command seed baseline scale varied design view warmups"
                                + " warmupMillis iterations iterationMillis restart threads pool method environment targets cells noiseFloor published")
                        .split(" "));
    }

    @Test
    void knows_which_warm_up_iterations_the_run_chose() throws IOException {
        ChosenWarmups first = new ChosenWarmups("point-select", 2, 20, false);
        ChosenWarmups second = new ChosenWarmups("point-select", 3, 4, true);
        RunDirectory.start(temp, manifest("?").with(first).with(second)).close();

        assertThat(temp.resolve("run.json")).content().contains("\"warm\" : true");
        assertThat(RunDirectory.read(temp).manifest().progress().chosenWarmups())
                .containsExactly(first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = "\"chosenWarmups\" : \\[\\s*],")
    void reads_a_run_that_was_recorded_before_there_was_a_field(String field) throws IOException {
        RunDirectory.start(temp, manifest("?")).close();
        Path file = temp.resolve("run.json");
        String now = Files.readString(file);
        String then = now.replaceFirst(field, "");
        Files.writeString(file, then);

        assertThat(then).isNotEqualTo(now);
        assertThat(RunDirectory.read(temp).manifest()).isEqualTo(manifest("?"));
    }

    @Test
    void reads_a_link_that_was_recorded_before_links_were_measured() throws IOException {
        RunDirectory.start(temp, manifest("?")).close();
        Path file = temp.resolve("run.json");
        String link = "{\"name\": \"1ms\", \"rttNanos\": 1000000, \"bitsPerSecond\": null, \"jitterNanos\": 0}";
        Files.writeString(file, Files.readString(file).replace("\"link\" : null", "\"link\" : " + link));

        assertThat(RunDirectory.read(temp).manifest().targets().get(0).link())
                .contains(new LinkFacts("1ms", 1_000_000, OptionalLong.empty(), 0));
    }
}

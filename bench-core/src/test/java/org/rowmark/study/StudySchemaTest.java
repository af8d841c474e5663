package org.rowmark.study;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.options.RunOption;
import org.rowmark.util.Choice;
import org.rowmark.util.JsonSchema;

/** The JSON Schema of study files, which has the keys that the reader has. */
class StudySchemaTest {
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            entry("question", "One line, the headline of the report."),
            entry("workloads", "By name, with values of parameters; nothing for all defaults."),
            entry("targets", "Names; the first is the baseline."),
            entry("databases", "Ids of the databases that the study is about; targets of others are refused."),
            entry("publishedProtocol", "How the publication measured, for --protocol published."),
            entry("vary", "Settings of servers with their values; each target is measured with each."),
            entry("link", "Simulated links, and the workloads that are measured over all of them."),
            entry("view", "The lines and columns of the report."),
            entry("control", "The cell that shows how steady the environment is."),
            entry("published", "CSV files of published figures."));

    @Test
    void the_documented_schema_has_the_keys_of_a_study() throws IOException {
        Map<String, Object> keys = JsonSchema.properties(Studies.Content.class);
        keys.remove("options"); // all the other keys
        assertThat(DESCRIPTIONS).containsOnlyKeys(keys.keySet());
        keys.replaceAll((key, schema) -> JsonSchema.described(DESCRIPTIONS.get(key), schema));
        RunOption.studyKeys().forEach((key, option) -> keys.put(key, schema(option)));

        JsonSchema.assertDocumented(
                "study.schema.json",
                JsonSchema.document(
                        "Rowmark study", JsonSchema.object(keys, List.of("question", "workloads", "targets"))));
    }

    private static Map<String, Object> schema(RunOption<?> option) {
        Map<String, Object> schema = new LinkedHashMap<>(
                option.type().isEnum()
                        ? JsonSchema.oneOf(
                                Stream.of(option.type().getEnumConstants()).map(Choice.class::cast))
                        : Map.of("type", List.of("string", "number")));
        return JsonSchema.described(option.description(), schema);
    }
}

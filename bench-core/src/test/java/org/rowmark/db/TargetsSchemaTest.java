package org.rowmark.db;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Transport;
import org.rowmark.util.JsonSchema;

/** The JSON Schema of targets files, which has the keys that the reader has. */
class TargetsSchemaTest {
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            entry("database", "The product's id. See: list databases."),
            entry("server", "The kind of server."),
            entry("home", "The directory of an installation, of a local server."),
            entry("version", "The version of an artifact, in full or its beginning."),
            entry("image", "The image of a container."),
            entry("placement", "How a server that Rowmark starts is reached."),
            entry("url", "The JDBC URL of an external server."),
            entry("user", "The database user."),
            entry("password", "${env:NAME} or ${file:PATH}."),
            entry("driver", "Jars or Maven coordinates of the JDBC driver."),
            entry("isolation", "The isolation level of connections that measure."),
            entry("link", "A simulated link: a preset or parts, such as rtt=500us."),
            entry("java", "The directory of the JDK that measures it."),
            entry("jvmArgs", "Arguments of the JVM that measures it, separated by blanks."),
            entry("production", "Whether nothing may be changed there: only workloads that read are allowed."),
            entry("properties", "Properties of every connection, by the driver's own names."),
            entry("settings", "Settings by the server's own names, and large-pages and memory."));

    @Test
    void the_documented_schema_has_the_keys_of_a_target() throws IOException {
        Map<String, Object> keys = JsonSchema.properties(TargetsFile.Entry.class);
        assertThat(DESCRIPTIONS).containsOnlyKeys(keys.keySet());
        keys.put(
                "database",
                Map.of(
                        "enum",
                        Databases.all().stream()
                                .filter(database ->
                                        database.getClass().getPackageName().startsWith("org.rowmark.databases"))
                                .map(Database::id)
                                .toList()));
        keys.put("server", JsonSchema.oneOf(Stream.of(ServerKind.values())));
        keys.put("placement", JsonSchema.oneOf(Stream.of(Transport.values())));
        keys.put("isolation", JsonSchema.oneOf(Stream.of(Isolation.values())));
        keys.put("production", Map.of("type", "boolean"));
        keys.replaceAll((key, schema) -> JsonSchema.described(DESCRIPTIONS.get(key), schema));
        Map<String, Object> targets = new LinkedHashMap<>();
        targets.put("type", "object");
        targets.put("additionalProperties", JsonSchema.object(keys, List.of("database")));

        JsonSchema.assertDocumented(
                "targets.schema.json",
                JsonSchema.document(
                        "Rowmark targets", JsonSchema.object(Map.of("targets", targets), List.of("targets"))));
    }
}

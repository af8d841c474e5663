package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.util.JsonSchema;
import org.rowmark.util.UsageException;

class ClientsFileTest {
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "host", "What ssh logs in to: a name of its configuration, a name or an address, or user@ before one.",
            "java", "The path of Java there, by default java.",
            "cores", "CPUs there on which alone the client runs, such as 0-3,6.");

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name_the_file() {
        file = directory.resolve("clients.yaml");
    }

    @Test
    void reads_clients_in_their_order() throws IOException {
        List<ClientHost> hosts = read("""
                clients:
                  - { host: bench@a1, java: /opt/jdk/bin/java, cores: 0-3 }
                  - { host: a2 }
                """);

        assertThat(hosts)
                .containsExactly(
                        new ClientHost("bench@a1", "/opt/jdk/bin/java", "0-3"), new ClientHost("a2", "java", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java: ~/jdk/bin | java: '~/jdk/bin'; give java, or the whole path of the program on that host",
                "cores: all      | cores: 'all'; give CPUs of that host, such as 0 or 0-3,6",
            })
    void names_file_client_and_key_of_an_error(String wrong, String message) {
        assertThatThrownBy(() -> read("""
                        clients:
                          - host: a1
                          - host: a2
                            %s
                        """.formatted(wrong)))
                .isInstanceOf(UsageException.class)
                .hasMessage(file + ", client 2: " + message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clients:                     | ' names no client; it needs clients: and under it a list of machines'",
                "clients: [{ java: a }]       | , client 1: host: is missing; give what ssh logs in to",
                "clients: [{ host: -oX=y }]   | , client 1: host: '-oX=y'; give what ssh logs in to",
            })
    void refuses_a_file_without_machines(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(UsageException.class).hasMessageContaining(file + message);
    }

    @Test
    void a_missing_file_is_named_with_the_other_form_of_the_option() {
        assertThatThrownBy(() -> ClientHost.read(file))
                .isInstanceOf(UsageException.class)
                .hasMessage("clients file " + file + " does not exist; for clients on this machine give their number,"
                        + " such as --clients 4");
    }

    @Test
    void the_documented_schema_has_the_keys_of_a_client() throws IOException {
        Map<String, Object> keys = new LinkedHashMap<>();
        JsonSchema.properties(ClientHost.class)
                .forEach((key, schema) -> keys.put(key, JsonSchema.described(DESCRIPTIONS.get(key), schema)));
        assertThat(DESCRIPTIONS).containsOnlyKeys(keys.keySet());
        Map<String, Object> clients = new LinkedHashMap<>();
        clients.put("type", "array");
        clients.put("minItems", 1);
        clients.put("items", JsonSchema.object(keys, List.of("host")));

        JsonSchema.assertDocumented(
                "clients.schema.json",
                JsonSchema.document(
                        "Rowmark clients", JsonSchema.object(Map.of("clients", clients), List.of("clients"))));
    }

    private List<ClientHost> read(String text) throws IOException {
        Files.writeString(file, text);
        return ClientHost.read(file);
    }
}

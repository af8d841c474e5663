package org.rowmark.clients.launch;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.util.JsonSchema;
import org.rowmark.util.UsageException;

class ClientsFileTest {
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            entry("host", "The machine's name or address."),
            entry("port", "The port of its SSH server, 22 by default."),
            entry("user", "The user there, by default the one here."),
            entry("key", "The file of the private key, by default the keys of the SSH agent."),
            entry("java", "The path of Java there, by default java."),
            entry("cores", "CPUs there on which alone the client runs, such as 0-3,6."),
            entry("known_hosts", "The file with the keys of hosts, ~/.ssh/known_hosts by default."));

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write_a_key() throws IOException {
        file = directory.resolve("clients.yaml");
        Files.writeString(directory.resolve("key"), "");
    }

    @Test
    void reads_clients_in_their_order_with_paths_relative_to_the_file() throws IOException {
        List<ClientHost> hosts = read("""
                clients:
                  - { host: a1, port: 2222, user: bench, key: key, java: /opt/jdk/bin/java, cores: 0-3 }
                  - { host: a2, key: key, known_hosts: hosts }
                """);

        assertThat(hosts).hasSize(2);
        assertThat(hosts.get(0))
                .isEqualTo(new ClientHost(
                        "a1",
                        2222,
                        "bench",
                        Optional.of(directory.resolve("key")),
                        Optional.empty(),
                        "/opt/jdk/bin/java",
                        Optional.of("0-3"),
                        Path.of(System.getProperty("user.home"), ".ssh/known_hosts")));
        assertThat(hosts.get(1))
                .isEqualTo(new ClientHost(
                        "a2",
                        22,
                        System.getProperty("user.name"),
                        Optional.of(directory.resolve("key")),
                        Optional.empty(),
                        "java",
                        Optional.empty(),
                        directory.resolve("hosts")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port: 70000     | port: 70000; give a number from 1 to 65535",
                "port: ssh       | port: 'ssh'; give a number, or leave it out for 22",
                "user: ''        | user: is empty; give a name or leave it out",
                "java: ~/jdk/bin | java: '~/jdk/bin'; give java, or the whole path of the program on that host",
                "cores: all      | cores: 'all'; give CPUs of that host, such as 0 or 0-3,6",
                "kye: key        | unknown key 'kye'; did you mean key?",
            })
    void names_file_line_and_key_of_an_error(String wrong, String message) {
        assertThatThrownBy(() -> read("""
                        clients:
                          - host: a1
                            key: key
                          - host: a2
                            %s
                            key: key
                        """.formatted(wrong)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(file + ", line 5")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clients:                     | ' names no client; it needs clients: and under it a list of machines'",
                "clients: [{ user: a }]       | , client 1: host: is missing; give the machine",
                "clients: [{ host: root@a1 }] | , client 1: host: 'root@a1'; give a name or an address, the user beside",
            })
    void refuses_a_file_without_machines(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(UsageException.class).hasMessageContaining(file + message);
    }

    @Test
    void a_key_that_cannot_be_read_is_named() {
        assertThatThrownBy(() -> read("clients:\n  - host: a1\n    key: none\n"))
                .isInstanceOf(UsageException.class)
                .hasMessage(file + ", line 3, client 1: key: " + directory.resolve("none")
                        + " cannot be read; name the private key, or leave it out to use the SSH agent");
    }

    @Test
    void a_missing_file_is_named_with_the_other_form_of_the_option() {
        assertThatThrownBy(() -> ClientsFile.hosts(file))
                .isInstanceOf(UsageException.class)
                .hasMessage("clients file " + file + " does not exist; for clients on this machine give their number,"
                        + " such as --clients 4");
    }

    @Test
    void the_documented_schema_has_the_keys_of_a_client() throws IOException {
        Map<String, Object> keys = new LinkedHashMap<>();
        JsonSchema.properties(ClientsFile.Entry.class).forEach((component, schema) -> {
            String key = component.equals("knownHosts") ? "known_hosts" : component;
            keys.put(key, JsonSchema.described(DESCRIPTIONS.get(key), schema));
        });
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
        return ClientsFile.hosts(file);
    }
}

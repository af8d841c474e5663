package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files in docs/many-clients, by which others start clients. */
class ClientFilesTest {
    private static final Path DIRECTORY = Path.of("../docs/many-clients");
    private static final String COMMAND = "java -jar \\S+ client --join \\S+:(7070|\\}\\}) --token \\S+ --number ";

    @Test
    void the_kubernetes_job_starts_as_many_clients_as_it_has_indexes() throws IOException {
        JsonNode job = read("kubernetes.yaml").path("spec");
        JsonNode container = job.at("/template/spec/containers/0");

        assertThat(job.path("completionMode").asString()).isEqualTo("Indexed");
        assertThat(job.path("parallelism")).isEqualTo(job.path("completions"));
        assertThat(container.path("args").path(0).asString())
                .matches("exec " + COMMAND + "\\$\\(\\(JOB_COMPLETION_INDEX \\+ 1\\)\\)/" + job.path("completions"));
        assertThat(container.at("/volumeMounts/0/name")).isEqualTo(job.at("/template/spec/volumes/0/name"));
        assertThat(container.path("args").path(0).asString())
                .contains(container.at("/volumeMounts/0/mountPath").asString() + "/token ");
    }

    @Test
    void the_compose_file_starts_clients_of_consecutive_numbers() throws IOException {
        JsonNode services = read("compose.yaml").path("services");

        assertThat(words(services.at("/client1/command"))).matches(COMMAND + "1/2");
        assertThat(words(services.at("/client2/command"))).matches(COMMAND + "2/2");
        assertThat(services).hasSize(2);
    }

    @Test
    void the_ansible_play_numbers_the_hosts_and_removes_the_token() throws IOException {
        JsonNode task = read("ansible.yaml").path(0).path("tasks").path(0);
        JsonNode command = Stream.iterate(0, i -> i + 1)
                .limit(task.path("block").size())
                .map(task.path("block")::path)
                .filter(step -> step.has("ansible.builtin.command"))
                .findFirst()
                .orElseThrow();

        assertThat(words(command.at("/ansible.builtin.command/argv")).replaceAll("\\{\\{ (join|folder) }}", "x:7070"))
                .matches(COMMAND + "\\{\\{ groups\\['clients'].index\\(inventory_hostname\\) \\+ 1 }}/.*length }}");
        assertThat(task.at("/always/0/ansible.builtin.file/state").asString()).isEqualTo("absent");
    }

    @Test
    void the_clients_file_is_the_one_of_the_page() throws IOException {
        assertThat(Files.readString(Path.of("../docs/many-clients.md")))
                .contains(Files.readString(DIRECTORY.resolve("clients.yaml")));
    }

    private static JsonNode read(String file) throws IOException {
        return new YAMLMapper().readTree(Files.readString(DIRECTORY.resolve(file)));
    }

    private static String words(JsonNode list) {
        List<String> words = list.valueStream().map(JsonNode::asString).toList();
        return String.join(" ", words);
    }
}

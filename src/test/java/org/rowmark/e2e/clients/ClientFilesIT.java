package org.rowmark.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rowmark.cli.command.ClientCommand;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The files in docs/many-clients, by which others start clients. */
class ClientFilesIT {
    private static final Path DIRECTORY = Path.of("../docs/many-clients");

    @Test
    void the_kubernetes_job_starts_as_many_clients_as_it_has_indexes() throws IOException {
        JsonNode job = read("kubernetes.yaml").path("spec");
        JsonNode container = job.at("/template/spec/containers/0");
        String shell = container.path("args").path(0).asString();

        assertThat(job.path("completionMode").asString()).isEqualTo("Indexed");
        assertThat(job.path("parallelism")).isEqualTo(job.path("completions"));
        assertThat(shell).contains(" && exec java -jar /rowmark/bench-cli.jar client ");
        CommandLine.ParseResult client = parsed(
                List.of(shell.replace("$((JOB_COMPLETION_INDEX + 1))", "4").split(" ", -1)));
        assertThat(value(client, "--number")).isEqualTo("4/" + job.path("completions"));
        assertThat(container.at("/volumeMounts/0/name")).isEqualTo(job.at("/template/spec/volumes/0/name"));
        assertThat(value(client, "--token"))
                .isEqualTo(container.at("/volumeMounts/0/mountPath").asString() + "/token");
    }

    @Test
    void the_compose_file_starts_clients_of_consecutive_numbers() throws IOException {
        JsonNode services = read("compose.yaml").path("services");

        assertThat(services).hasSize(2);
        for (int number = 1; number <= 2; number++) {
            CommandLine.ParseResult client = parsed(words(services.at("/client" + number + "/command")));
            assertThat(value(client, "--number")).isEqualTo(number + "/2");
            assertThat(value(client, "--token")).isEqualTo("/run/secrets/token");
        }
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

        CommandLine.ParseResult client = parsed(words(command.at("/ansible.builtin.command/argv")));
        assertThat(value(client, "--number"))
                .matches("\\{\\{ groups\\['clients'].index\\(inventory_hostname\\) \\+ 1 }}/.*length }}");
        assertThat(task.at("/always/0/ansible.builtin.file/path").asString()).isEqualTo(value(client, "--token"));
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

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    /** Reads the options behind the name of the command as the command does. */
    private static CommandLine.ParseResult parsed(List<String> words) {
        int command = words.indexOf("client");
        assertThat(command).isPositive();
        List<String> options = words.subList(command + 1, words.size());
        return new CommandLine(new ClientCommand()).parseArgs(options.toArray(String[]::new));
    }

    private static String value(CommandLine.ParseResult client, String option) {
        return client.matchedOptionValue(option, "");
    }
}

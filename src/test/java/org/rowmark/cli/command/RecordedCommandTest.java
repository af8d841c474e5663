package org.rowmark.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.clients.launch.ClientsChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import tools.jackson.databind.json.JsonMapper;

/** The command of a run that is continued from another directory than the one in which it began. */
class RecordedCommandTest {
    @TempDir
    Path run;

    @TempDir
    Path began;

    @BeforeEach
    void make_files_whose_names_are_values() throws IOException {
        for (String name : List.of("h2", "5", "ping", "h2,sqlite", "star", "none")) {
            Files.createDirectory(began.resolve(name));
        }
        Files.writeString(began.resolve("targets.yaml"), "targets: { own: { database: h2 } }\n");
    }

    @Test
    void values_that_are_names_of_files_stay_as_they_are() throws IOException {
        RunOptions options = options("ping --target h2 --baseline h2 --study ping --clients 5 --rounds 5 --link none"
                + " --design star -p rows=5 -- -jvm h2");

        assertThat(options.workloads()).containsExactly("ping");
        assertThat(options.targets()).containsExactly("h2");
        assertThat(options.jmh()).containsExactly("-jvm", "h2");
        assertThat(options.get(RunOption.BASELINE)).hasValue("h2");
        assertThat(options.get(RunOption.STUDY)).hasValue("ping");
        assertThat(options.get(RunOption.ROUNDS)).hasValue(5);
        assertThat(options.get(RunOption.CLIENTS)).hasValue(new ClientsChoice(List.of(5), Optional.empty()));
    }

    @Test
    void every_path_is_seen_from_the_directory_in_which_the_run_began() throws IOException {
        StringBuilder words = new StringBuilder("sql --sql a.sql --sql sub/b.sql --study s.yaml --clients c.yaml:1,2");
        for (RunOption<?> option : RunOption.all()) {
            if (option.isPath()) {
                words.append(' ').append(option.name()).append(" targets.yaml");
            }
        }

        RunOptions options = options(words.toString());

        assertThat(options.get(RunOption.SQL).orElseThrow().paths())
                .containsExactly(began.resolve("a.sql"), began.resolve("sub/b.sql"));
        assertThat(options.get(RunOption.STUDY))
                .hasValue(began.resolve("s.yaml").toString());
        assertThat(options.get(RunOption.CLIENTS))
                .hasValue(new ClientsChoice(List.of(1, 2), Optional.of(began.resolve("c.yaml"))));
        assertThat(RunOption.all())
                .filteredOn(option -> option.isPath() && !option.equals(RunOption.OUT))
                .hasSizeGreaterThan(4)
                .allSatisfy(option -> assertThat(options.get(option).toString())
                        .isEqualTo("Optional[" + began.resolve("targets.yaml") + "]"));
        assertThat(options.get(RunOption.OUT)).hasValue(run);
    }

    @Test
    void so_are_the_directories_of_jdks_that_vary_and_no_other_values() throws IOException {
        RunOptions options = options("ping --target h2 --vary java=../jdk25,/opt/jdk17 --vary jvmArgs=-Xmx1g,-Xss2m");

        assertThat(options.get(RunOption.VARY))
                .hasValue(new SettingSweep(Map.of(
                        "java", List.of(began.resolve("../jdk25").toString(), "/opt/jdk17"),
                        "jvmArgs", List.of("-Xmx1g", "-Xss2m"))));
    }

    @Test
    void reads_the_targets_file_of_that_directory() throws IOException {
        assertThat(command("ping --target own --targets-file targets.yaml")
                        .targets()
                        .names())
                .contains("own");
    }

    @Test
    void takes_the_earlier_name_of_the_targets_file() throws IOException {
        assertThat(command("ping --target own --targets targets.yaml").targets().names())
                .contains("own");
        assertThat(command("ping --target own --targets=" + began.resolve("targets.yaml"))
                        .targets()
                        .names())
                .contains("own");
    }

    @Test
    void a_backup_that_is_not_on_this_machine_is_a_path_of_the_server() throws IOException {
        assertThat(options("restore --backup on-the-server.bak").get(RunOption.BACKUP))
                .hasValue(Path.of("on-the-server.bak"));
    }

    private RunOptions options(String words) throws IOException {
        return command(words).options();
    }

    private RecordedCommand command(String words) throws IOException {
        Files.writeString(
                run.resolve("resume.json"),
                JsonMapper.shared()
                        .writeValueAsString(Map.of("command", "./rowmark run " + words, "directory", "" + began)));
        return RecordedCommand.of(run, null);
    }
}

package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.StringSubstitutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The workflow in docs/jmh.md, step by step, with stand-ins for what needs GitHub or builds with Maven. */
@Tag("slow")
class JmhWorkflowTest {
    private static final Pattern YAML = Pattern.compile("^```yaml\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir
    Path workspace;

    @Test
    void a_slower_change_fails_the_job_and_the_report_is_its_comment() throws Exception {
        BenchmarkJars built = BenchmarkJars.compile(
                workspace.resolve("built"), "Work", JmhCommandTest.SOURCE, BenchmarkJars.ownJmh());
        List<String> others = List.of("print", "fail", "leave", "hang");
        built.jar(workspace.resolve("old.jar"), others, Map.of("cost", "1000"));
        built.jar(workspace.resolve("new.jar"), others, Map.of("cost", "100000"));
        script("bin/mvn", "mkdir target && cp ../$(basename $PWD).jar target/benchmarks.jar");
        script("bin/gh", "echo \"$@\" > arguments; cat > comment");
        script(
                "rowmark/rowmark",
                "exec java -Djmh.ignoreLock=true -cp '%s' org.rowmark.cli.Main \"$@\""
                        .formatted(System.getProperty("java.class.path")));
        List<Integer> codes = new ArrayList<>();
        Matcher yaml = YAML.matcher(Files.readString(Path.of("../docs/jmh.md")));
        assertThat(yaml.find()).isTrue();

        JsonNode job = new YAMLMapper().readTree(yaml.group(1)).at("/jobs/jmh");
        for (JsonNode step : job.path("steps")) {
            if (step.has("uses")) {
                Files.createDirectory(workspace.resolve(step.at("/with/path").asString()));
            } else {
                assertThat(codes.stream().allMatch(code -> code == 0)
                                || step.path("if").asString().equals("always()"))
                        .isTrue();
                codes.add(bash(step.path("run").asString(), job.at("/env/OUT").asString()));
            }
        }

        assertThat(codes).as(Files.readString(workspace.resolve("log"))).containsExactly(0, 3, 0);
        assertThat(workspace.resolve("arguments")).content().isEqualTo("pr comment 7 -R owner/name --body-file -\n");
        assertThat(workspace.resolve("result-123-1/report.html")).exists();
        assertThat(workspace.resolve("comment")).content().contains("is slower than old");
    }

    private void script(String name, String text) throws IOException {
        Path file = workspace.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Executes a step as GitHub does; returns its exit code. */
    private int bash(String step, String out) throws Exception {
        ProcessBuilder bash = new ProcessBuilder("bash", "-e", "-c", replaced(step))
                .directory(workspace.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        workspace.resolve("log").toFile()));
        bash.environment().merge("PATH", workspace.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        bash.environment().put("OUT", replaced(out));
        return bash.start().waitFor();
    }

    /** Replaces expressions by their values. */
    private static String replaced(String text) {
        Map<String, String> values = Map.of(
                " github.run_id ", "123",
                " github.run_attempt ", "1",
                " github.event.number ", "7",
                " github.repository ", "owner/name");
        return new StringSubstitutor(values, "${{", "}}")
                .setEnableUndefinedVariableException(true)
                .replace(text);
    }
}

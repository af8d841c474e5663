package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rowmark.e2e.Cli;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import tools.jackson.databind.json.JsonMapper;

/**
 * A short run of the jar, in which something fails.
 *
 * @param directory in which it is started
 * @param data directory for its servers, of which nothing may remain
 */
record FaultyRun(Cli cli, Path directory, Path data) {
    private static final List<List<String>> SHORT = List.of(
            List.of("--rounds", "1"),
            List.of("--warmups", "20"),
            List.of("--warmup-time", "50ms"),
            List.of("--iterations", "20"),
            List.of("--time", "50ms"),
            List.of("--out", "out"));

    /** Returns a run in new directories of an empty one. */
    static FaultyRun in(Path temp) throws IOException {
        Path directory = Files.createDirectory(temp.resolve("work"));
        Path data = Files.createDirectory(temp.resolve("data"));
        temp.toFile().setExecutable(true, false);
        return new FaultyRun(Cli.in(directory).andCache(temp.resolve("cache")), directory, data);
    }

    FaultyRun andClasses(Path folder) {
        return new FaultyRun(cli.andClasses(folder), directory, data);
    }

    /** Starts a command, with the options of a short run that it does not have. */
    Process start(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(words));
        for (List<String> option : SHORT) {
            if (!all.contains(option.get(0))) {
                all.addAll(1, option);
            }
        }
        if (!all.contains("--data-dir")) {
            all.addAll(1, List.of("--data-dir", data.toString()));
        }
        return cli.start(all.toArray(String[]::new));
    }

    Cli.Result finish(Process process) throws IOException, InterruptedException {
        return cli.finish(process);
    }

    /** Returns a file of the run directory. */
    Path out(String file) {
        return directory.resolve("out").resolve(file);
    }

    RunRecord record() throws IOException {
        return RunDirectory.read(out(""));
    }

    /**
     * Sends a signal to processes of a run.
     *
     * @param signal KILL, STOP, …
     * @param program a file name, or the main class of a JVM; at least one process has it
     */
    static void signal(Process run, String signal, String program) throws IOException, InterruptedException {
        List<ProcessHandle> processes = run.descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/" + program)
                        || Arrays.asList(process.info().arguments().orElse(new String[0]))
                                .contains(program))
                .toList();
        assertThat(processes).as(program).isNotEmpty();
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        new ProcessBuilder(command).start().waitFor(); // some may have ended by themselves
    }

    /** The first cell has failed, the others are ok, and nothing is left but the run directory, which is whole. */
    RunRecord firstFails(Process process) throws IOException, InterruptedException {
        Cli.Result result = finish(process);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        RunRecord record = record();
        assertThat(record.summaries().get(1).outcome()).as(result.out()).isEqualTo(Outcome.FAILED);
        assertThat(record.count(Outcome.OK))
                .as(result.out())
                .isEqualTo(record.summaries().size() - 1L);
        assertThat(record.samples().damages()).isEmpty();
        assertThat(record.samples()).anyMatch(sample -> sample.cell() == 2 && !sample.warmup());
        assertThat(JsonMapper.shared().readTree(Files.readString(out("jmh.json"))))
                .hasSize(record.summaries().size() - 1);
        assertThat(out("report.html")).exists();
        assertThat(data).isEmptyDirectory();
        return record;
    }
}

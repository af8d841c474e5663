package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code resume.json} of a run directory, while the run is not complete: what is needed to continue it beside
 * {@code run.json}. It is written before anything is started.
 *
 * @param command the command line that repeats the run, without secrets
 * @param directory the working directory, to which the command's paths are relative
 */
public record RunCommandFile(String command, String directory) {
    private static final String NAME = "resume.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Creates the file, for its owner only: the command may name servers. */
    public static void write(Path run, String command) throws IOException {
        RunCommandFile content = new RunCommandFile(
                Secrets.scrubName(command), Path.of("").toAbsolutePath().toString());
        FilePermissions.append(
                run.resolve(NAME), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(content) + "\n");
    }

    /** @throws UsageException if the directory is not that of a run that was stopped */
    public static RunCommandFile read(Path run) {
        Path file = run.resolve(NAME);
        try {
            JsonNode tree = JSON.readTree(Files.readString(file));
            return new RunCommandFile(
                    tree.path("command").asString(""), tree.path("directory").asString(""));
        } catch (IOException | JacksonException e) {
            throw new UsageException(
                    run + " is not the directory of a run that was stopped: it holds no " + NAME
                            + " that can be read; a complete run has none",
                    e);
        }
    }

    /** Removes the file: the run is complete, or has not begun. */
    public static void delete(Path run) throws IOException {
        Files.deleteIfExists(run.resolve(NAME));
    }
}

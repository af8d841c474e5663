package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.process.LockedDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory for a run's files.
 *
 * @param isCreated whether it did not exist before the run
 * @param isInNew whether the directory that it is in did not exist either
 * @param isContinued whether it has the files of a run that is continued; otherwise it was empty
 */
public record OutputDirectory(Path path, boolean isCreated, boolean isInNew, boolean isContinued) {
    /** @throws UsageException if the directory is not empty or cannot be written to */
    public static OutputDirectory create(Path path, String command) {
        try {
            boolean isInNew = !Files.exists(path.toAbsolutePath().getParent());
            boolean isCreated = make(path);
            if (!isCreated && !(Files.isDirectory(path) && PathUtils.isEmptyDirectory(path))) {
                throw new UsageException("--out " + path + " is not empty; name a new directory");
            }
            RunCommandFile.write(path, command);
            return new OutputDirectory(path, isCreated, isInNew, false);
        } catch (IOException e) {
            throw new UsageException(
                    "--out " + path + " cannot be written to: " + e.getClass().getSimpleName() + " "
                            + ErrorMessages.of(e),
                    e);
        }
    }

    /** Returns whether it did not exist, for one of several processes. */
    private static boolean make(Path path) throws IOException {
        if (Files.exists(path)) {
            return false;
        }
        Files.createDirectories(path.toAbsolutePath().getParent());
        try {
            Files.createDirectory(path);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    public static OutputDirectory existing(Path path) {
        return new OutputDirectory(path, false, false, true);
    }

    /** Removes the directory after a run that could not begin: it contains servers' logs only. */
    public void remove() {
        if (isCreated) {
            LockedDirectory.remove(path);
            removeNew();
        } else if (!isContinued) {
            try {
                RunCommandFile.delete(path);
            } catch (IOException e) {
                System.err.println("rowmark: " + ErrorMessages.of(e));
            }
        }
    }

    /** Removes the directory that this one was in, unless another run has used it meanwhile. */
    private void removeNew() {
        Path in = path.toAbsolutePath().getParent();
        try {
            if (isInNew && PathUtils.isEmptyDirectory(in)) {
                Files.delete(in);
            }
        } catch (IOException e) {
            // another run has used or removed it
        }
    }

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
                        tree.path("command").asString(""),
                        tree.path("directory").asString(""));
            } catch (IOException | JacksonException e) {
                throw new UsageException(
                        run + " is not the directory of a run that was stopped: it holds no " + NAME
                                + " that can be read; a complete run has none",
                        e);
            }
        }

        public static void delete(Path run) throws IOException {
            Files.deleteIfExists(run.resolve(NAME));
        }
    }
}

package org.rowmark.targets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file that hands a running target, passwords and all, from the orchestrating process to a fork: only its owner can
 * read it, it is written before the fork starts and deleted when the cell is done. JMH writes system properties, JVM
 * arguments and parameters into its results, so none of them may carry a secret; the system property {@link #PROPERTY}
 * carries only this file's path.
 */
public final class EndpointFile {
    /** System property of the fork: path of the file. */
    public static final String PROPERTY = "rowmark.endpoint";

    private static final JsonMapper JSON =
            JsonMapper.builder().addMixIn(Secret.class, Revealed.class).build();

    private EndpointFile() {}

    public static void write(Path file, RunningTarget running) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, FilePermissions.ownerOnly(file));
        Files.writeString(file, text(running));
    }

    public static String text(RunningTarget running) {
        return JSON.writeValueAsString(running);
    }

    public static RunningTarget read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), RunningTarget.class);
    }

    /** A secret whose JSON is its text, in this file alone. */
    private abstract static class Revealed {
        @JsonValue
        abstract String reveal();

        @JsonCreator
        static Secret of(String text) {
            return Secret.of(text);
        }
    }
}

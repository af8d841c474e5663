package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The results of the last run of a target against itself on each machine, in Rowmark's cache directory. */
public final class AaStore {
    private static final String FOLDER = "aa";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private AaStore() {}

    /**
     * Reads the last result of a machine.
     *
     * @param note takes one line about a result that cannot be read
     */
    public static Optional<AaResult> of(String host, Consumer<String> note) {
        Path file = CacheDirectory.directory().resolve(FOLDER).resolve(fileName(host));
        try {
            AaResult result = JSON.readValue(Files.readString(file), AaResult.class);
            if (result == null) {
                throw new IOException("nothing in it");
            }
            return Optional.of(result);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            note.accept("the last A/A of this machine is ignored: " + file + " cannot be read ("
                    + e.getClass().getSimpleName() + ")");
            return Optional.empty();
        }
    }

    /** Replaces the last result of its machine as a whole: readers see the old one or the new, never a part. */
    public static Path store(AaResult result) throws IOException {
        Path folder = CacheDirectory.prepared(FOLDER);
        Path file = folder.resolve(fileName(result.host()));
        WholeFile.replace(file, JSON.writeValueAsString(result) + "\n");
        return file;
    }

    private static String fileName(String host) {
        return host.replaceAll("[^A-Za-z0-9._-]", "_") + ".json";
    }
}

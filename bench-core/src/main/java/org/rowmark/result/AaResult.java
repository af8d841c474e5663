package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.OwnText;
import org.rowmark.util.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result of a run of one target against itself, which shows the noise of a machine. Rowmark's cache directory has the
 * last one of each machine.
 *
 * @param sampling the iterations of its forks; empty where they were not recorded
 */
public record AaResult(
        Instant when, String host, int rounds, String rowmark, Optional<Manifest.Sampling> sampling, List<AaRow> rows) {
    private static final String FOLDER = "aa";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public AaResult {
        sampling = Objects.requireNonNullElse(sampling, Optional.empty());
        rows = List.copyOf(rows);
    }

    /**
     * One comparison of a target with itself.
     *
     * @param low lower end of its 95 % interval
     * @param sd standard deviation of the log ratio between rounds
     * @param n rounds in which both were measured, at least 2
     */
    @OwnText
    public record AaRow(String title, String target, double ratio, double low, double high, double sd, int n) {}

    /** Reads the last result of a machine; one that cannot be read is a note of one line. */
    public static Optional<AaResult> last(String host, Consumer<String> note) {
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

    /** Replaces the last result of its machine; returns the file. */
    public Path store() throws IOException {
        Path file = CacheDirectory.prepared(FOLDER).resolve(fileName(host));
        WholeFile.replace(file, JSON.writeValueAsString(this) + "\n");
        return file;
    }

    private static String fileName(String host) {
        return host.replaceAll("[^A-Za-z0-9._-]", "_") + ".json";
    }
}

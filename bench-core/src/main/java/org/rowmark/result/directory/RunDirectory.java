package org.rowmark.result.directory;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.Failable;
import org.rowmark.result.HighestRate;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.RecordLine;
import org.rowmark.result.RunRecord;
import org.rowmark.result.SqlScript;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.latency.LatencyLog;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.result.query.QueryRecord;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ScrubbedJson;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import org.rowmark.util.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The files of one run. {@code samples.jsonl} is the record: append-only, one JSON object per line, flushed before the
 * next thing starts; {@code run.json} is replaced as a whole. All text is {@linkplain ScrubbedJson scrubbed of secrets}
 * on its way to disk.
 */
public final class RunDirectory implements AutoCloseable {
    private static final String MANIFEST = "run.json";
    private static final String SAMPLES = "samples.jsonl";
    private static final String ENVIRONMENTS = "environment";

    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    private static final ObjectWriter PRETTY = JSON.writerWithDefaultPrettyPrinter();

    /** The fields of a record that may be null, kept because finding them takes longer than reading a line. */
    private static final ClassValue<List<Method>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return Stream.ofNullable(type.getRecordComponents())
                    .flatMap(Stream::of)
                    .filter(field -> !field.getType().isPrimitive())
                    .map(RecordComponent::getAccessor)
                    .peek(field -> field.setAccessible(true))
                    .toList();
        }
    };

    private final Path directory;
    private final BufferedWriter samples;
    private boolean frozen;

    private RunDirectory(Path directory, BufferedWriter samples) {
        this.directory = directory;
        this.samples = samples;
    }

    /** Starts the record of a run in an existing, empty directory. */
    public static RunDirectory start(Path directory, Manifest manifest) throws IOException {
        RunDirectory run = new RunDirectory(
                directory, Files.newBufferedWriter(directory.resolve(SAMPLES), StandardOpenOption.CREATE_NEW));
        run.write(manifest);
        return run;
    }

    /** Continues the record of a run, of which rounds of cells stay that are kept, byte for byte. */
    public static RunDirectory resume(Path directory, Manifest manifest, BiPredicate<Integer, Integer> kept)
            throws IOException {
        Path samples = directory.resolve(SAMPLES);
        SampleFile.trim(samples, kept);
        LatencyLog.trim(directory, kept);
        ClientRecord.trim(directory, kept);
        RunDirectory run = new RunDirectory(directory, Files.newBufferedWriter(samples, StandardOpenOption.APPEND));
        run.write(manifest);
        return run;
    }

    /** Returns whether a directory has the plan of a run, and maybe results. */
    public static boolean isBegun(Path directory) {
        return Files.isRegularFile(directory.resolve(MANIFEST));
    }

    /** Removes the empty record of a run that had not begun. */
    public static void discardUnbegun(Path directory) throws IOException {
        if (!isBegun(directory)) {
            Files.deleteIfExists(directory.resolve(SAMPLES));
        }
    }

    /**
     * Reads a run directory; its samples are read when they are gone through.
     *
     * @throws UsageException if the directory holds no run of this format
     */
    public static RunRecord read(Path directory) throws IOException {
        Path manifest = directory.resolve(MANIFEST);
        if (!Files.isRegularFile(manifest)) {
            throw new UsageException(directory + " is no run directory: it holds no " + MANIFEST);
        }
        Manifest plan = readManifest(manifest); // first: its format explains lines that cannot be read
        SampleFile samples = SampleFile.read(directory.resolve(SAMPLES));
        return new RunRecord(
                plan,
                samples,
                samples.outcomes(),
                SqlScript.read(directory),
                HighestRate.read(directory),
                QueryRecord.read(directory),
                new TimeLines(Optional.of(directory)),
                ClientRecord.read(directory));
    }

    public Path path() {
        return directory;
    }

    /** Replaces run.json for the last time: results that are written from now on are dropped. */
    public synchronized void freeze(Manifest last) throws IOException {
        write(last);
        frozen = true;
    }

    /** Replaces run.json and the files of each target's environment. */
    public synchronized void write(Manifest manifest) throws IOException {
        if (frozen) {
            return;
        }
        writeEnvironments(manifest);
        replace(MANIFEST, PRETTY.writeValueAsString(manifest) + "\n");
    }

    public void publish(PublishedFigures figures, String content) throws IOException {
        Files.createDirectories(directory.resolve(PublishedFigures.DIRECTORY));
        replace(PublishedFigures.DIRECTORY + "/" + figures.file(), Secrets.scrub(content));
    }

    /**
     * Writes a file for each target, for readers who compare machines and need no results. It repeats what run.json has
     * of the target, its connection and its data, and of both machines.
     */
    private void writeEnvironments(Manifest manifest) throws IOException {
        Files.createDirectories(directory.resolve(ENVIRONMENTS));
        for (TargetFacts target : manifest.targets()) {
            ObjectNode content = JSON.createObjectNode()
                    .put("rowmark", manifest.rowmark())
                    .put("target", Secrets.scrubName(target.name()));
            content.setAll(JSON.<ObjectNode>valueToTree(target)
                    .retain("product", "version", "driver", "driverJars", "programs", "settings"));
            content.set("client", JSON.valueToTree(manifest.environment().facts()));
            content.setAll(JSON.<ObjectNode>valueToTree(target.environment()));
            replace(ENVIRONMENTS + "/" + target.name() + ".json", PRETTY.writeValueAsString(content) + "\n");
        }
    }

    public synchronized void append(RecordLine line) throws IOException {
        if (!frozen) {
            samples.write(JSON.writeValueAsString(line));
            samples.write('\n');
            samples.flush();
        }
    }

    public void write(List<HighestRate> found) throws IOException {
        replace(HighestRate.FILE, HighestRate.write(found));
    }

    /** Adds the times of a cell's operations in a round to its {@link LatencyLog} and its {@link TimeLines time line}. */
    public synchronized void append(
            PlannedCell cell, int round, LatencyLog.Replicate times, List<TimeLines.Second> seconds)
            throws IOException {
        if (!frozen) {
            LatencyLog.append(directory, cell.number(), cell.label(), round, times);
            TimeLines.append(directory, cell.number(), seconds);
        }
    }

    /**
     * Replaces a file of the directory as a whole. A file that is derived from the record can be written when that is
     * frozen.
     */
    public synchronized void replace(String fileName, String content) throws IOException {
        WholeFile.replace(directory.resolve(fileName), content);
    }

    @Override
    public synchronized void close() throws IOException {
        samples.close();
    }

    private static Manifest readManifest(Path file) {
        try {
            JsonNode tree = JSON.readTree(Files.readAllBytes(file));
            int format = tree.path("format").asInt(0);
            if (format != Manifest.FORMAT) {
                throw new UsageException(
                        file + " has format " + format + "; this version reads format " + Manifest.FORMAT);
            }
            Manifest manifest = JSON.treeToValue(tree, Manifest.class);
            requireComplete(manifest);
            return manifest;
        } catch (JacksonException e) {
            throw new UsageException(file + " cannot be read: " + ErrorMessages.oneLine(e.getOriginalMessage()), e);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Requires all fields: those that an earlier version did not write have a value if they are not in the file. */
    static void requireComplete(Object value) {
        if (value instanceof List<?> list) {
            list.forEach(RunDirectory::requireComplete);
        }
        for (Method field : FIELDS.get(value.getClass())) {
            Object content = Failable.call(() -> field.invoke(value));
            if (content == null) {
                throw new IllegalArgumentException("it has no " + field.getName());
            }
            if (content instanceof Record || content instanceof List<?>) {
                requireComplete(content);
            }
        }
    }
}

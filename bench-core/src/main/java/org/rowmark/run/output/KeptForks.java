package org.rowmark.run.output;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.SerializationUtils;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.UsageException;
import org.rowmark.util.WholeFile;

/**
 * The folder {@code .forks} of a run directory, while the run is not complete: a file for each fork of a cell that was
 * ok, with what it returned, from which {@code jmh.json} is written and a run that was stopped is continued. A file is
 * written before the outcome of its cell; one without an outcome does not count.
 */
public final class KeptForks {
    private static final String NAME = ".forks";

    private static final ObjectInputFilter RESULTS = ObjectInputFilter.Config.createFilter(
            "maxdepth=50;maxrefs=10000000;maxarray=10000000;org.openjdk.jmh.**;java.lang.*;java.util.*;"
                    + "java.util.concurrent.*;" + KeptFork.class.getName() + ";!*");

    /**
     * A fork that was ok.
     *
     * @param data fingerprints, by name, of the data that was measured on
     * @param speed of one thread, in million steps per second; not a number if the fork did not report it
     */
    public record KeptFork(BenchmarkResult result, List<Double> warmups, Map<String, String> data, double speed)
            implements Serializable {}

    private final Path folder;

    private KeptForks(Path folder) {
        this.folder = folder;
    }

    /** Opens the folder of a run directory, which need not exist. */
    public static KeptForks in(Path directory) throws IOException {
        Path folder = directory.resolve(NAME);
        if (Files.isRegularFile(folder)) {
            throw new UsageException(
                    directory + " cannot be continued: an earlier version of Rowmark began the run; start a new one");
        }
        FilePermissions.set(Files.createDirectories(folder), "rwx------");
        return new KeptForks(folder);
    }

    private Path file(int round, int cell) {
        return folder.resolve(round + "-" + cell);
    }

    /** Adds what the fork of a cell returned, in place of an earlier one of that round. */
    public void add(int round, int cell, KeptFork fork) throws IOException {
        Path file = file(round, cell);
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, SerializationUtils.serialize(fork));
        WholeFile.replace(file, next);
    }

    public boolean has(int round, int cell) {
        return Files.exists(file(round, cell));
    }

    /** Reads what the fork of a cell returned in a round; empty if that is not there. */
    public Optional<KeptFork> read(int round, int cell) throws IOException {
        if (!has(round, cell)) {
            return Optional.empty();
        }
        Path file = file(round, cell);
        try (ObjectInputStream in = objects(Files.readAllBytes(file))) {
            return Optional.of((KeptFork) in.readObject());
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new IOException(file + " cannot be read: " + ErrorMessages.of(e) + "; start a new run", e);
        }
    }

    /** Opens objects that may come from somebody else: of the classes of JMH's results, and what these are made of. */
    static ObjectInputStream objects(byte[] bytes) throws IOException {
        ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes));
        objects.setObjectInputFilter(RESULTS);
        return objects;
    }

    /** Removes the folder: the run is complete. */
    public static void delete(Path directory) throws IOException {
        Path folder = directory.resolve(NAME);
        if (Files.exists(folder)) {
            PathUtils.delete(folder);
        }
    }
}

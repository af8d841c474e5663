package org.rowmark.run.output;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
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
                    + "java.util.concurrent.*;!*");

    /**
     * A fork that was ok.
     *
     * @param data fingerprints, by name, of the data that was measured on
     */
    public record KeptFork(
            BenchmarkResult result, List<Double> warmups, Map<String, String> data, OptionalDouble speed) {}

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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(fork.result);
            out.writeDouble(fork.speed.orElse(Double.NaN));
            out.writeObject(fork.warmups.toArray(Double[]::new));
            out.writeObject(new TreeMap<>(fork.data));
        }
        Path file = file(round, cell);
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, bytes.toByteArray());
        WholeFile.replace(file, next);
    }

    /** Returns whether there is one of that round. */
    public boolean has(int round, int cell) {
        return Files.exists(file(round, cell));
    }

    /** Reads what the fork of a cell returned in a round; empty if that is not there. */
    public Optional<KeptFork> read(int round, int cell) throws IOException {
        if (!has(round, cell)) {
            return Optional.empty();
        }
        Path file = file(round, cell);
        try {
            return Optional.of(fork(Files.readAllBytes(file)));
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

    private static KeptFork fork(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = objects(bytes)) {
            BenchmarkResult result = (BenchmarkResult) in.readObject();
            double speed = in.readDouble();
            List<Double> warmups = List.of((Double[]) in.readObject());
            Map<String, String> data = new TreeMap<>();
            ((Map<?, ?>) in.readObject()).forEach((name, fingerprint) -> data.put((String) name, (String) fingerprint));
            return new KeptFork(
                    result, warmups, data, Double.isNaN(speed) ? OptionalDouble.empty() : OptionalDouble.of(speed));
        }
    }

    /** Removes the folder: the run is complete. */
    public static void delete(Path directory) throws IOException {
        Path folder = directory.resolve(NAME);
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.deleteIfExists(folder);
    }
}

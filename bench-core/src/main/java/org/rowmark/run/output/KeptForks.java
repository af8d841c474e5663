package org.rowmark.run.output;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.result.RoundOfCell;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;

/**
 * The file {@code .forks} of a run directory, while the run is not complete: what the forks of cells that were ok have
 * returned, from which {@code jmh.json} is written and a run that was stopped is continued. An entry is written before
 * the outcome of its cell; one that was cut off, or has no outcome, does not count.
 */
public final class KeptForks {
    private static final String NAME = ".forks";

    private static final ObjectInputFilter RESULTS = ObjectInputFilter.Config.createFilter(
            "maxdepth=50;maxrefs=10000000;maxarray=10000000;org.openjdk.jmh.**;java.lang.*;java.util.*;"
                    + "java.util.concurrent.*;!*");

    /**
     * A fork that was ok.
     *
     * @param warmups scores of its warm-up iterations
     * @param data fingerprints, by name, of the data that was measured on
     */
    public record KeptFork(
            BenchmarkResult result, List<Double> warmups, Map<String, String> data, OptionalDouble speed) {}

    private record Entry(long start, int length) {}

    private final Path file;
    private final Map<RoundOfCell, Entry> entries = new HashMap<>();
    private long end;

    private KeptForks(Path file) {
        this.file = file;
    }

    /** Opens the file of a run directory, which need not exist, behind its last whole entry. */
    public static KeptForks in(Path directory) throws IOException {
        KeptForks forks = new KeptForks(directory.resolve(NAME));
        if (Files.exists(forks.file)) {
            forks.find();
        } else {
            Files.createFile(forks.file, FilePermissions.ownerOnly(directory));
        }
        return forks;
    }

    private void find() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "rw")) {
            while (true) {
                RoundOfCell place = new RoundOfCell(in.readInt(), in.readInt());
                int length = in.readInt();
                long start = in.getFilePointer();
                if (length < 0 || start + length > in.length()) {
                    break;
                }
                entries.put(place, new Entry(start, length));
                end = start + length;
                in.seek(end);
            }
            in.setLength(end);
        } catch (EOFException e) {
            // the last one was cut off, or all have been read
        }
    }

    /** Adds what the fork of a cell returned, in place of an earlier one of that round. */
    public synchronized void add(int round, int cell, KeptFork fork) throws IOException {
        byte[] bytes = bytes(fork);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(end);
            out.writeInt(round);
            out.writeInt(cell);
            out.writeInt(bytes.length);
            long start = out.getFilePointer();
            out.write(bytes);
            entries.put(new RoundOfCell(round, cell), new Entry(start, bytes.length));
            end = start + bytes.length;
        }
    }

    /** Returns whether there is one of that round. */
    public synchronized boolean has(int round, int cell) {
        return entries.containsKey(new RoundOfCell(round, cell));
    }

    /** Reads what the fork of a cell returned in a round; empty if that is not there. */
    public synchronized Optional<KeptFork> read(int round, int cell) throws IOException {
        Entry entry = entries.get(new RoundOfCell(round, cell));
        if (entry == null) {
            return Optional.empty();
        }
        byte[] bytes = new byte[entry.length];
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(entry.start);
            in.readFully(bytes);
        }
        try {
            return Optional.of(fork(bytes));
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new IOException(
                    file + ": what the fork of cell " + cell + " returned in round " + round + " cannot be read: "
                            + ErrorMessages.of(e) + "; start a new run",
                    e);
        }
    }

    /** Removes the file: the run is complete. */
    public static void delete(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(NAME));
    }

    /** Opens objects that may come from somebody else: of the classes of JMH's results, and what these are made of. */
    static ObjectInputStream objects(byte[] bytes) throws IOException {
        ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes));
        objects.setObjectInputFilter(RESULTS);
        return objects;
    }

    private static byte[] bytes(KeptFork fork) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(fork.result);
            out.writeDouble(fork.speed.orElse(Double.NaN));
            out.writeObject(fork.warmups.toArray(Double[]::new));
            out.writeObject(new TreeMap<>(fork.data));
        }
        return bytes.toByteArray();
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
}

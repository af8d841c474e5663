package org.rowmark.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.fixture.DataSet;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UnfinishedDirectory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files of servers with loaded data, kept from run to run by their fingerprints. Servers never run in the cache: they
 * get copies. Several processes may use it at the same time.
 */
public final class DataCache {
    /** The name of its directory in the cache directory. */
    static final String FOLDER = "data";

    private static final String FILES = "files";

    /** Written last, so that files without it are not complete. Its time is that of the last use. */
    private static final String DESCRIPTION = "entry.json";

    private static final String LOCK = ".lock";

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /**
     * The description of an entry.
     *
     * @param fingerprint text of the fingerprint
     * @param data fingerprints of the data sets
     * @param files number of files
     * @param bytes sum of their lengths
     * @param loadMillis time that loading took
     * @param made when it was kept
     */
    public record Entry(
            String name,
            String fingerprint,
            List<String> data,
            long files,
            long bytes,
            long loadMillis,
            Instant made) {}

    private final Path root;

    /** @param root holds the entries, a directory each; need not exist */
    DataCache(Path root) {
        this.root = root;
    }

    /** Returns the user's own cache. */
    public static DataCache ofUser() {
        return new DataCache(CacheDirectory.directory().resolve(FOLDER));
    }

    /** Finds the complete entry of that fingerprint. */
    public Optional<Entry> find(DataFingerprint fingerprint) {
        return read(root.resolve(fingerprint.name()))
                .filter(entry -> entry.fingerprint().equals(fingerprint.text()))
                .filter(this::isComplete);
    }

    private boolean isComplete(Entry entry) {
        try {
            return DiskUsage.of(files(entry)).equals(new DiskUsage(entry.files(), entry.bytes()));
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads the description in a directory of the cache; empty if it is not there or not readable. */
    static Optional<Entry> read(Path directory) {
        try {
            return Optional.of(JSON.readValue(Files.readString(directory.resolve(DESCRIPTION)), Entry.class));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Returns when an entry was kept or last copied. */
    static Optional<Instant> lastUse(Path directory) {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(directory.resolve(DESCRIPTION)).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Copies an entry's files into a directory, in place of those of the same names.
     *
     * @throws IOException if that fails, for example for want of disk space; none of the files is there then
     */
    public void copyTo(Path directory, Entry entry) throws IOException {
        locked(() -> {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(files(entry))) {
                for (Path file : files) {
                    DirectoryCopy.delete(directory.resolve(file.getFileName()));
                }
            }
            DiskUsage.require(directory, entry.bytes());
            try (DirectoryStream<Path> files = Files.newDirectoryStream(files(entry))) {
                for (Path file : files) {
                    copy(file, directory.resolve(file.getFileName()));
                }
            }
            Files.setLastModifiedTime(root.resolve(entry.name()).resolve(DESCRIPTION), FileTime.from(Instant.now()));
        });
    }

    private static void copy(Path from, Path to) throws IOException {
        try {
            DirectoryCopy.copy(from, to);
        } catch (IOException e) {
            DirectoryCopy.delete(to);
            throw e;
        }
    }

    /**
     * Keeps the files of a server that does not run, in place of an entry of the same fingerprint.
     *
     * @param directory that holds the files
     * @param names of those to keep, where they exist
     * @param loading how long loading took
     * @throws IOException if that fails; nothing of the files is in the cache then
     */
    public Entry keep(
            DataFingerprint fingerprint, List<DataSet> data, Path directory, List<String> names, Duration loading)
            throws IOException {
        Path unfinished = UnfinishedDirectory.in(CacheDirectory.made(root));
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.FILES, () -> discard(unfinished));
        try {
            DiskUsage copied = copy(directory, names, Files.createDirectory(unfinished.resolve(FILES)));
            Entry entry = new Entry(
                    fingerprint.name(),
                    fingerprint.text(),
                    data.stream().map(DataSet::fingerprint).distinct().sorted().toList(),
                    copied.files(),
                    copied.bytes(),
                    loading.toMillis(),
                    Instant.now());
            Files.writeString(unfinished.resolve(DESCRIPTION), JSON.writeValueAsString(entry));
            Path place = root.resolve(entry.name());
            locked(() -> {
                DirectoryCopy.delete(place);
                Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            });
            return entry;
        } finally {
            discard(unfinished);
            ShutdownActions.done(undo);
        }
    }

    private static DiskUsage copy(Path from, List<String> names, Path to) throws IOException {
        List<Path> sources =
                names.stream().map(from::resolve).filter(Files::exists).toList();
        long bytes = 0;
        for (Path source : sources) {
            bytes += DiskUsage.of(source).bytes();
        }
        DiskUsage.require(to, 2 * bytes); // a copy that fills the disk would end what else runs
        for (Path source : sources) {
            DirectoryCopy.copy(source, to.resolve(source.getFileName()));
        }
        return DiskUsage.of(to);
    }

    /** Removes an entry if it exists, while no process copies it. */
    public void remove(String name) throws IOException {
        locked(() -> DirectoryCopy.delete(root.resolve(name)));
    }

    private static void discard(Path unfinished) {
        try {
            DirectoryCopy.delete(unfinished);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path files(Entry entry) {
        return root.resolve(entry.name()).resolve(FILES);
    }

    /** Does the work while no other process or thread copies, replaces or removes an entry. */
    private void locked(FailableRunnable<IOException> work) throws IOException {
        synchronized (DataCache.class) { // a lock on a file holds between processes, not between threads
            try (FileChannel channel =
                    FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                work.run();
            }
        }
    }
}

package org.rowmark.data;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.process.Command;
import org.rowmark.process.LockedDirectory;
import org.rowmark.process.ShutdownActions;
import org.rowmark.process.Tool;
import org.rowmark.util.CacheDirectory;

/**
 * Files of servers with loaded data, kept from run to run in a directory per fingerprint. A directory gets its name when
 * it is complete. Servers never run in the cache: they get copies. Several processes may use it at the same time.
 */
public record DataCache(Path root) {
    public static final String FOLDER = "data";

    /** Holds the text of the fingerprint. The file's time is the time of the last use. */
    public static final String FINGERPRINT = "fingerprint.txt";

    private static final String FILES = "files";
    private static final String LOCK = ".lock";

    public static DataCache ofUser() {
        return new DataCache(CacheDirectory.directory().resolve(FOLDER));
    }

    public boolean contains(DataFingerprint fingerprint) {
        return Files.exists(root.resolve(fingerprint.name()));
    }

    /** Returns the entry with all data of a fingerprint and the least beside it; empty if there is none. */
    public Optional<DataFingerprint> having(DataFingerprint wanted) throws IOException {
        if (contains(wanted) || Files.notExists(root)) {
            return Optional.of(wanted).filter(this::contains);
        }
        List<DataFingerprint> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(root)) {
            for (Path entry : all.filter(Files::isDirectory).toList()) {
                Path text = entry.resolve(FINGERPRINT);
                if (!LockedDirectory.isOne(entry) && Files.exists(text)) {
                    found.add(new DataFingerprint(entry.getFileName().toString(), Files.readString(text)));
                }
            }
        } catch (NoSuchFileException e) {
            return Optional.empty(); // it has just been removed
        }
        return found.stream()
                .filter(entry -> entry.hasDataOf(wanted))
                .min(Comparator.comparing(entry -> entry.text().length()));
    }

    /** Returns the size of an entry that it contains. */
    public long bytes(DataFingerprint fingerprint) throws IOException {
        return PathUtils.countDirectory(root.resolve(fingerprint.name()))
                .getByteCounter()
                .get();
    }

    public void remove(DataFingerprint fingerprint) throws IOException {
        locked(() -> LockedDirectory.deleteWhole(root.resolve(fingerprint.name())));
    }

    public void copyTo(Path directory, DataFingerprint fingerprint) throws IOException {
        Path entry = root.resolve(fingerprint.name());
        locked(() -> {
            try (Stream<Path> all = Files.list(entry.resolve(FILES))) {
                List<Path> files = all.toList();
                for (Path file : files) {
                    Path earlier = directory.resolve(file.getFileName());
                    if (Files.exists(earlier, LinkOption.NOFOLLOW_LINKS)) {
                        PathUtils.delete(earlier);
                    }
                }
                copy(files, directory);
            }
            Files.setLastModifiedTime(entry.resolve(FINGERPRINT), FileTime.from(Instant.now()));
        });
    }

    /** Keeps files of a server that does not run in place of others of the same fingerprint; all or none. */
    public void keep(DataFingerprint fingerprint, Path directory, List<String> names) throws IOException {
        Path unfinished = LockedDirectory.in(CacheDirectory.made(root));
        try {
            List<Path> files =
                    names.stream().map(directory::resolve).filter(Files::exists).toList();
            copy(files, Files.createDirectory(unfinished.resolve(FILES)));
            Files.writeString(unfinished.resolve(FINGERPRINT), fingerprint.text());
            Path place = root.resolve(fingerprint.name());
            locked(() -> {
                if (Files.exists(place)) {
                    LockedDirectory.deleteWhole(place);
                }
                Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
            });
        } finally {
            LockedDirectory.remove(unfinished);
        }
    }

    /** Copies files with owners and permissions, onto the disk: they would be written while something is measured. */
    private static void copy(List<Path> files, Path to) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            FileUtils.copyToDirectory(files.stream().map(Path::toFile).toList(), to.toFile());
            return;
        }
        List<String> words = new ArrayList<>(List.of("cp", "-a", "--reflink=auto"));
        files.forEach(file -> words.add(file.toString()));
        words.add(to.toString());
        try {
            run(words);
            run(List.of("sync", "-f", to.toString()));
        } catch (Tool.Failure e) {
            ShutdownActions.holdIfEnding(); // which killed it
            throw e;
        }
    }

    /** Takes a directory's files out of Linux's cache, so that who reads them next is charged for them. */
    public static void dropFromSystem(Path directory) throws IOException {
        run(List.of(
                "find", directory.toString(), "-type", "f", "-exec", "dd", "if={}", "iflag=nocache", "count=0", ";"));
    }

    private static void run(List<String> words) throws IOException {
        new Tool(new Command(words)).run();
    }

    /** Does the work while no other process or thread copies or replaces files of the cache. */
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

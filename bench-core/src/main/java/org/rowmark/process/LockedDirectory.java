package org.rowmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.io.FilenameUtils;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.util.Await;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;

/**
 * Directories that go with the process that made them. A process holds a lock on a file beside each, and on one of the
 * cache that lists them all. The system gives up the locks when the process ends, however that is. A later start removes
 * what unlocked lists of the same cache name, and what has an unlocked file where it makes a directory itself: a volume
 * may outlive the cache. No process is identified by its number, which another container does not know.
 */
public final class LockedDirectory {
    /** The beginning of the name of everything that is ever removed for another process. */
    private static final String PREFIX = "rowmark-";

    /** The end of the name of a lock file, behind the name of its directory. */
    private static final String SUFFIX = ".lock";

    private static final String FOLDER = "started";

    /** A file of each cgroup, whose files go with the cgroup only. */
    private static final String CGROUP = "cgroup.procs";

    /** The time in which a deletion that failed is repeated: a server that is dying writes. */
    private static final Duration MOST_DELETING = Duration.ofSeconds(5);

    private static final Duration BETWEEN_DELETIONS = Duration.ofMillis(20);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Set<Path> OWN = new LinkedHashSet<>();

    /** The locked files of this process, never opened again: closing any channel of a file would give up its lock. */
    private static final Map<Path, FileChannel> LOCKS = new HashMap<>();

    private static Path list;

    static {
        ShutdownActions.register(ShutdownActions.Stage.FILES, LockedDirectory::removeAll);
    }

    private LockedDirectory() {}

    /** Creates a directory that goes with this process, and removes those of processes that are gone. */
    public static synchronized Path in(Path parent) throws IOException {
        Path place = parent.toRealPath();
        removeLeft(message -> {});
        removeLeft(place, (file, channel) -> List.of(directoryOf(file)), message -> {});
        Path directory = directoryOf(newLock(place));
        list(directory);
        return Files.createDirectory(directory);
    }

    /** Creates a file with a new name, locked by this process. */
    private static Path newLock(Path folder) throws IOException {
        while (true) {
            String name = PREFIX + Long.toUnsignedString(RANDOM.nextLong(), Character.MAX_RADIX);
            Path file = folder.resolve(name + SUFFIX);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (channel.tryLock() != null && Files.exists(file)) {
                LOCKS.put(file, channel);
                return file;
            }
            channel.close(); // another process took it for one that is left
        }
    }

    private static Path directoryOf(Path lock) {
        return Path.of(FilenameUtils.removeExtension(lock.toString()));
    }

    /** Lists a directory or a cgroup that is about to be made; its name begins as those of {@link #in} do. */
    public static synchronized void list(Path directory) throws IOException {
        OWN.add(directory);
        boolean isListed = list != null && Files.exists(list);
        if (!isListed) {
            list = newLock(CacheDirectory.prepared(FOLDER));
        }
        for (Path own : isListed ? Set.of(directory) : OWN) {
            LOCKS.get(list).write(ByteBuffer.wrap((own + "\n").getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Returns whether this is the directory of a process, or was. */
    public static boolean isOne(Path directory) {
        return String.valueOf(directory.getFileName()).startsWith(PREFIX);
    }

    public static synchronized void removeLeft(Consumer<String> messages) {
        removeLeft(CacheDirectory.directory().resolve(FOLDER), (file, channel) -> listed(channel), messages);
    }

    /** The directories that a lock file stands for. */
    private interface Directories {
        List<Path> of(Path file, FileChannel channel) throws IOException;
    }

    private static List<Path> listed(FileChannel list) throws IOException {
        return IOUtils.readLines(Channels.newInputStream(list), StandardCharsets.UTF_8).stream()
                .map(Path::of)
                .filter(LockedDirectory::isOne)
                .toList();
    }

    private static void removeLeft(Path folder, Directories directories, Consumer<String> messages) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (Path file : files) {
                if (!LOCKS.containsKey(file)
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                        && Files.isWritable(file)) {
                    removeUnlocked(file, directories, messages);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // nothing was ever started
        }
    }

    private static void removeUnlocked(Path file, Directories directories, Consumer<String> messages) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.tryLock() == null) {
                return;
            }
            List<Path> all = directories.of(file, channel);
            List<Path> left = all.stream().filter(Files::exists).toList();
            for (Path directory : all) {
                delete(directory);
                Files.deleteIfExists(lockOf(directory));
            }
            Files.deleteIfExists(file);
            if (!left.isEmpty()) {
                messages.accept(left.stream()
                        .map(directory -> directory.getParent().toString())
                        .distinct()
                        .collect(Collectors.joining(", ", "rowmark: removed what a killed run had left in ", "")));
            }
        } catch (NoSuchFileException e) {
            // another process has just removed it
        } catch (IOException | InvalidPathException e) {
            messages.accept("rowmark: what a killed run left cannot be removed: " + ErrorMessages.of(e));
        }
    }

    private static Path lockOf(Path directory) {
        return directory.resolveSibling(directory.getFileName() + SUFFIX);
    }

    public static synchronized void remove(Path directory) {
        try {
            delete(directory);
            OWN.remove(directory);
            unlock(lockOf(directory));
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }

    private static void unlock(Path file) throws IOException {
        FileChannel channel = LOCKS.remove(file);
        if (channel != null) {
            Files.deleteIfExists(file); // before another process can lock it
            channel.close();
        }
    }

    private static synchronized void removeAll() {
        new ArrayList<>(OWN).forEach(LockedDirectory::remove);
        if (OWN.isEmpty() && list != null) { // else a later start goes on
            remove(list);
        }
    }

    /** Deletes a directory with its contents, again where others write or delete in it at the same time. */
    private static void delete(Path directory) throws IOException {
        boolean isDeleted = Await.until(
                () -> {
                    try {
                        deleteOnce(directory);
                        return true;
                    } catch (IOException e) {
                        return false;
                    }
                },
                MOST_DELETING,
                BETWEEN_DELETIONS);
        if (!isDeleted) {
            deleteOnce(directory); // for what still prevents it
        }
    }

    private static void deleteOnce(Path directory) throws IOException {
        try {
            if (Files.exists(directory.resolve(CGROUP)) || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(directory);
            } else {
                PathUtils.deleteDirectory(directory);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Deletes a file or directory so that no part of it ever remains under its name. */
    public static void deleteWhole(Path path) throws IOException {
        Path directory = in(path.toAbsolutePath().getParent());
        try {
            Files.move(path, directory.resolve(path.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            delete(directory);
        } finally {
            remove(directory);
        }
    }
}

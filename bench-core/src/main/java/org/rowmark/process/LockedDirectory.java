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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.util.Await;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;

/**
 * Directories that go with the process that made them. A process lists its own in a file of the cache, on which it holds
 * a lock. The system gives up the lock when the process ends, however that is; a later start removes what files without
 * locks list. No process is identified by its number, which another container does not know.
 */
public final class LockedDirectory {
    /** The beginning of the name of everything that is ever removed for another process. */
    private static final String PREFIX = "rowmark-";

    private static final String FOLDER = "started";

    /** A file of each cgroup, whose files go with the cgroup only. */
    private static final String CGROUP = "cgroup.procs";

    /** The time in which a deletion that failed is repeated: a server that is dying writes. */
    private static final Duration MOST_DELETING = Duration.ofSeconds(5);

    private static final Duration BETWEEN_DELETIONS = Duration.ofMillis(20);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Set<Path> OWN = new LinkedHashSet<>();

    /** The list of this process, never opened again: closing any channel of a file would give up the lock. */
    private static FileChannel channel;

    private static Path file;

    static {
        ShutdownActions.register(ShutdownActions.Stage.FILES, LockedDirectory::removeAll);
    }

    private LockedDirectory() {}

    /** Creates a directory that goes with this process, and removes those of processes that are gone. */
    public static synchronized Path in(Path parent) throws IOException {
        removeLeft(message -> {});
        Path directory = parent.toRealPath().resolve(newName());
        list(directory);
        return Files.createDirectory(directory);
    }

    private static String newName() {
        return PREFIX + Long.toUnsignedString(RANDOM.nextLong(), Character.MAX_RADIX);
    }

    /** Lists a directory or a cgroup that is about to be made; its name begins as those of {@link #in} do. */
    public static synchronized void list(Path directory) throws IOException {
        OWN.add(directory);
        if (file != null && Files.exists(file)) {
            write(directory);
            return;
        }
        do {
            file = CacheDirectory.prepared(FOLDER).resolve(newName());
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } while (channel.tryLock() == null || Files.notExists(file)); // another process took it for one that is left
        for (Path own : OWN) {
            write(own);
        }
    }

    private static void write(Path directory) throws IOException {
        channel.write(ByteBuffer.wrap((directory + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns whether this is the directory of a process, or was. */
    public static boolean isOne(Path directory) {
        return String.valueOf(directory.getFileName()).startsWith(PREFIX);
    }

    public static synchronized void removeLeft(Consumer<String> messages) {
        Path folder = CacheDirectory.directory().resolve(FOLDER);
        try (DirectoryStream<Path> lists = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path list : lists) {
                if (!list.equals(file) && Files.isRegularFile(list) && Files.isWritable(list)) {
                    removeLeft(list, messages);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // nothing was ever started
        }
    }

    private static void removeLeft(Path list, Consumer<String> messages) {
        try (FileChannel left = FileChannel.open(list, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (left.tryLock() == null) {
                return;
            }
            List<Path> directories = IOUtils.readLines(Channels.newInputStream(left), StandardCharsets.UTF_8).stream()
                    .map(Path::of)
                    .filter(directory -> isOne(directory) && Files.exists(directory))
                    .toList();
            for (Path directory : directories) {
                delete(directory);
            }
            Files.delete(list);
            if (!directories.isEmpty()) {
                messages.accept(directories.stream()
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

    public static synchronized void remove(Path directory) {
        try {
            delete(directory);
            OWN.remove(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }

    private static synchronized void removeAll() {
        new ArrayList<>(OWN).forEach(LockedDirectory::remove);
        if (OWN.isEmpty() && file != null) { // else a later start goes on
            remove(file);
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

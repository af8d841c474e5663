package org.rowmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.util.Await;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;

/**
 * Directories that go with the process that made them. The process holds a lock on a file beside each, which the system
 * gives up when the process ends, however that is; a later start removes the directories whose files are not locked. No
 * process is identified by its number, which another container does not know.
 */
public final class LockedDirectory {
    private static final String PREFIX = "rowmark-";
    private static final String LOCK = ".lock";

    /** In the cache, of the directories that list other places. */
    private static final String FOLDER = "started";

    /** In a directory, the paths of cgroups that go with it, and of other places with locked directories, a line each. */
    private static final String OTHERS = ".others";

    /** What each cgroup has. */
    private static final String CGROUP = "cgroup.procs";

    /** The time in which a deletion that failed is repeated: a server that is dying writes. */
    private static final Duration MOST_DELETING = Duration.ofSeconds(5);

    private static final Duration BETWEEN_DELETIONS = Duration.ofMillis(20);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Optional<UserPrincipal> USER = user();

    /**
     * The locks of this process by the directories of which they are. It must not open their files again: on most
     * systems, closing any channel of a file gives up the process's lock.
     */
    private static final Map<Path, FileChannel> HELD = new HashMap<>();

    /** The directory of this process that has {@link #OTHERS}. */
    private static Optional<Path> list = Optional.empty();

    static {
        ShutdownActions.register(ShutdownActions.Stage.FILES, LockedDirectory::removeAll);
    }

    private LockedDirectory() {}

    /** Creates a directory in a place where the next run looks. */
    public static synchronized Path listedIn(Path place) throws IOException {
        list(place.toRealPath());
        return in(place);
    }

    /**
     * Lists what the next start is to look at if this process is killed.
     *
     * @param other a cgroup, or a place in which directories with locks are made
     */
    public static synchronized void list(Path other) throws IOException {
        if (list.filter(Files::exists).isEmpty()) {
            list = Optional.of(in(CacheDirectory.prepared(FOLDER)));
        }
        Files.writeString(
                list.get().resolve(OTHERS), other + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Creates a directory that goes with this process, and removes the directories of processes that are gone. */
    public static synchronized Path in(Path parent) throws IOException {
        removeUnlocked(parent);
        while (true) {
            Path directory =
                    parent.toRealPath().resolve(PREFIX + Long.toUnsignedString(RANDOM.nextLong(), Character.MAX_RADIX));
            FileChannel channel =
                    FileChannel.open(lock(directory), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (channel.tryLock() != null && Files.exists(lock(directory))) {
                HELD.put(directory, channel);
                return Files.createDirectory(directory);
            }
            channel.close(); // another process took it for one that is left
        }
    }

    private static Path lock(Path directory) {
        return directory.resolveSibling(directory.getFileName() + LOCK);
    }

    /**
     * Removes what killed runs have left.
     *
     * @param messages receives a line for each run
     */
    public static void removeLeft(Consumer<String> messages) {
        removeUnlocked(CacheDirectory.directory().resolve(FOLDER), messages);
    }

    /** Removes the directories of processes that are gone. */
    public static void removeUnlocked(Path place) {
        removeUnlocked(place, message -> {});
    }

    private static synchronized void removeUnlocked(Path place, Consumer<String> messages) {
        HELD.keySet().removeIf(LockedDirectory::isGone);
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(place.toRealPath(), PREFIX + "*" + LOCK)) {
            for (Path lock : locks) {
                String name = lock.getFileName().toString();
                Path directory = lock.resolveSibling(name.substring(0, name.length() - LOCK.length()));
                ifUnlocked(directory, () -> removeLeft(directory, messages));
            }
        } catch (IOException | DirectoryIteratorException e) {
            // nothing is there, or nothing that this user may see
        }
    }

    private static void removeLeft(Path directory, Consumer<String> messages) {
        try {
            List<String> places = others(directory);
            delete(directory);
            Files.delete(lock(directory));
            if (!places.isEmpty()) {
                messages.accept("rowmark: removed what a killed run had left in " + String.join(", ", places));
            }
        } catch (IOException e) {
            messages.accept("rowmark: what a killed run left cannot be removed: " + ErrorMessages.of(e));
        }
    }

    private static List<String> others(Path directory) throws IOException {
        Path others = directory.resolve(OTHERS);
        return Files.exists(others) ? Files.readAllLines(others) : List.of();
    }

    /** Gives up the lock of a directory that has got another name, or was deleted. */
    private static boolean isGone(Path directory) {
        if (Files.exists(directory)) {
            return false;
        }
        try {
            release(directory);
        } catch (IOException e) {
            // a later start removes it
        }
        return true;
    }

    /** Returns whether a process holds the lock of a directory. */
    public static synchronized boolean isInUse(Path directory) throws IOException {
        Path real = directory.toRealPath();
        return Files.exists(lock(real)) && !ifUnlocked(real, () -> {});
    }

    /** Returns whether a file or directory, and no link to one, is of this process's user: others may put theirs beside. */
    private static boolean isOwn(Path path) {
        try {
            return (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                            || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    && (USER.isEmpty() || USER.get().equals(Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)));
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the owner of the files that this process makes; empty where files have none. */
    private static Optional<UserPrincipal> user() {
        try {
            Path file = Files.createTempFile(PREFIX, "");
            try {
                return Optional.of(Files.getOwner(file));
            } finally {
                Files.delete(file);
            }
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** Acts with the lock of a directory; returns whether no other process holds it. */
    private static boolean ifUnlocked(Path directory, Runnable action) {
        if (HELD.containsKey(directory) || !isOwn(lock(directory)) || (Files.exists(directory) && !isOwn(directory))) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock(directory), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                action.run();
            }
            return lock != null;
        } catch (IOException e) {
            return false; // another user's, or another process has just removed it
        }
    }

    /** Removes a directory, and what goes with it, as far as possible. */
    public static synchronized void remove(Path directory) {
        try {
            delete(directory);
            release(directory);
            HELD.remove(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }

    private static void release(Path directory) throws IOException {
        FileChannel channel = HELD.get(directory);
        if (channel != null) {
            Files.deleteIfExists(lock(directory));
            channel.close();
        }
    }

    private static synchronized void removeAll() {
        List.copyOf(HELD.keySet()).forEach(LockedDirectory::remove);
    }

    /** Deletes a directory with its contents, again where others write or delete in it at the same time. */
    public static void delete(Path directory) throws IOException {
        for (String other : others(directory)) {
            removeUnlocked(Path.of(other));
            if (Files.exists(Path.of(other, CGROUP))) {
                repeat(() -> Files.deleteIfExists(Path.of(other)));
            }
        }
        repeat(() -> {
            if (Files.exists(directory)) {
                PathUtils.deleteDirectory(directory);
            }
        });
    }

    private static void repeat(FailableRunnable<IOException> deletion) throws IOException {
        Await.until(
                () -> {
                    try {
                        deletion.run();
                        return true;
                    } catch (IOException | UncheckedIOException e) {
                        return false;
                    }
                },
                MOST_DELETING,
                BETWEEN_DELETIONS);
        try {
            deletion.run();
        } catch (UncheckedIOException e) { // what still prevents it
            throw e.getCause();
        }
    }

    /** Deletes a file or directory so that no part of it ever remains under its name. */
    public static void deleteWhole(Path path) throws IOException {
        Path directory = in(path.toAbsolutePath().getParent());
        try {
            if (Files.exists(path)) { // it may have been the directory of a process that is gone
                Files.move(path, directory.resolve(path.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
            delete(directory);
        } finally {
            remove(directory);
        }
    }
}

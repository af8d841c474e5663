package org.rowmark.util;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;

/** Directories of a cache that this process or another one is filling, before they get their names. */
public final class UnfinishedDirectory {
    private static final String PREFIX = "unfinished-";
    private static final Pattern OF_PROCESS = Pattern.compile(PREFIX + "(\\d{1,18})-([0-9a-f]{1,8})-.*");

    /** Where the processes are whose numbers this one knows. */
    private static final String SPACE =
            Integer.toHexString((ProcessSpace.boot() + ProcessSpace.namespace()).hashCode());

    /** The time in which a process of another machine or container, which is not seen here, fills a directory. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private UnfinishedDirectory() {}

    /** Creates a directory of this process, and removes those of killed processes, which may take gigabytes. */
    public static Path in(Path cache) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(cache, PREFIX + "*")) {
            for (Path directory : directories) {
                if (!isInUse(directory)) {
                    deleteIfPossible(directory);
                }
            }
        }
        return Files.createTempDirectory(cache, PREFIX + ProcessHandle.current().pid() + "-" + SPACE + "-");
    }

    private static void deleteIfPossible(Path directory) {
        try {
            PathUtils.deleteDirectory(directory);
        } catch (IOException | UncheckedIOException e) {
            // another process does the same, or it is another user's
        }
    }

    /** Deletes a file or directory so that no part of it ever remains under its name. */
    public static void delete(Path path) throws IOException {
        Path unfinished = in(path.toAbsolutePath().getParent());
        Files.move(path, unfinished.resolve(path.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        PathUtils.deleteDirectory(unfinished);
    }

    /** Returns whether it is one of a living process, as far as that is known. */
    public static boolean isInUse(Path directory) {
        Matcher name = OF_PROCESS.matcher(directory.getFileName().toString());
        return name.matches()
                && (name.group(2).equals(SPACE)
                        ? ProcessHandle.of(Long.parseLong(name.group(1))).isPresent()
                        : isRecent(directory));
    }

    private static boolean isRecent(Path directory) {
        try {
            return Files.getLastModifiedTime(directory)
                    .toInstant()
                    .isAfter(Instant.now().minus(LONGEST));
        } catch (IOException e) {
            return true; // it has just been given its name
        }
    }
}

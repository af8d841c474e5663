package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.util.UsageException;

/** The files and directories of a database, existing or not. */
public record DatabaseFiles(List<Path> paths) {

    /** Returns the files with the path and these suffixes. */
    public static DatabaseFiles named(Path path, String... suffixes) {
        return new DatabaseFiles(
                Stream.of(suffixes).map(suffix -> Path.of(path + suffix)).toList());
    }

    /**
     * Returns a directory.
     *
     * @param entries finds the product's files by their names
     * @throws UsageException if there are other files in it
     */
    public static DatabaseFiles directory(Path path, Predicate<String> entries) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(path)) {
                files.map(file -> file.getFileName().toString())
                        .filter(entries.negate())
                        .min(Comparator.naturalOrder())
                        .ifPresent(strange -> {
                            throw new UsageException(path + " has the name of a database of Rowmark's own and holds "
                                    + strange + ", which is none of its files; move it elsewhere");
                        });
            }
        }
        return new DatabaseFiles(List.of(path));
    }

    public boolean exist() {
        return paths.stream().anyMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns the size of all that exist. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path path : paths) {
            bytes += Files.exists(path) ? PathUtils.sizeOf(path) : 0;
        }
        return bytes;
    }

    /** Writes all that exist to the device, with their names in their directories. */
    public void sync() throws IOException {
        for (Path path : paths) {
            if (Files.exists(path)) {
                try (Stream<Path> all = Files.walk(path)) {
                    for (Path each : all.toList()) {
                        sync(each);
                    }
                }
                sync(path.toAbsolutePath().getParent());
            }
        }
    }

    private static void sync(Path path) throws IOException {
        boolean isDirectory = Files.isDirectory(path);
        if (isDirectory ? !SystemUtils.IS_OS_WINDOWS : Files.isRegularFile(path)) { // Windows opens no directories
            try (FileChannel channel =
                    FileChannel.open(path, isDirectory ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    /** Deletes all that exist; of a link, not its target. */
    public void delete() throws IOException {
        for (Path path : paths) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                PathUtils.delete(path);
            }
        }
    }
}

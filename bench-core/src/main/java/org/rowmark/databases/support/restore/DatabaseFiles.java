package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.util.UsageException;

/** The files and directories that an embedded database makes under a name, there or not. */
public record DatabaseFiles(List<Path> paths) {

    /** Files whose names differ by what follows the path. */
    public static DatabaseFiles named(Path path, String... suffixes) {
        return new DatabaseFiles(
                Stream.of(suffixes).map(suffix -> Path.of(path + suffix)).toList());
    }

    /**
     * A directory, as long as nothing is in it but what the product makes.
     *
     * @param entries names that the product makes there; those that end with a dot stand for all that begin with them
     * @throws UsageException if something else is in it
     */
    public static DatabaseFiles directory(Path path, Set<String> entries) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(path)) {
                Set<String> strange = new TreeSet<>();
                files.map(file -> file.getFileName().toString())
                        .filter(name -> entries.stream()
                                .noneMatch(entry -> entry.endsWith(".") ? name.startsWith(entry) : name.equals(entry)))
                        .forEach(strange::add);
                if (!strange.isEmpty()) {
                    throw new UsageException(path + " has the name of a database of Rowmark's own and holds "
                            + strange.iterator().next() + ", which is none of its files; move it elsewhere");
                }
            }
        }
        return new DatabaseFiles(List.of(path));
    }

    boolean exist() {
        return paths.stream().anyMatch(path -> Files.exists(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** Of all of them that are there. */
    long bytes() throws IOException {
        long bytes = 0;
        for (Path path : paths) {
            bytes += Files.exists(path) ? PathUtils.sizeOf(path) : 0;
        }
        return bytes;
    }

    /** Of a link, not its target. */
    void delete() throws IOException {
        for (Path path : paths) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                PathUtils.delete(path);
            }
        }
    }
}

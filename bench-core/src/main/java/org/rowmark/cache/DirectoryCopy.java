package org.rowmark.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.util.ShutdownActions;

/**
 * Copies of files and directories with owners and permissions. Where the file system can share the blocks of equal
 * files, a copy takes neither time nor space.
 */
final class DirectoryCopy {
    private DirectoryCopy() {}

    /**
     * Copies a file or a directory.
     *
     * @param to does not exist
     */
    static void copy(Path from, Path to) throws IOException {
        if (!copyByProgram(from, to)) {
            copyHere(from, to);
        }
        writeToDisk(to);
    }

    /** Returns false where the program is not that of Linux, which alone shares blocks and keeps owners. */
    private static boolean copyByProgram(Path from, Path to) throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        List<String> words = List.of("cp", "-a", "--reflink=auto", from.toString(), to.toString());
        try {
            new Tool(new Command(List.of(), words, Map.of(), Optional.empty(), Optional.empty())).run();
            return true;
        } catch (Tool.Failure e) {
            ShutdownActions.holdIfEnding(); // which killed it
            delete(to); // BusyBox may not know the option; whatever else is wrong shows again
            return false;
        }
    }

    static void copyHere(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                return visitFile(directory, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Waits until the copy is on the disk: it would be written while something is measured. */
    private static void writeToDisk(Path copy) throws IOException {
        Files.walkFileTree(copy, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                        channel.force(true);
                    } catch (IOException e) {
                        // some systems only write files that are open for writing: the copy is right, if later
                    }
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes a file or a directory if it exists. */
    static void delete(Path path) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            PathUtils.delete(path);
        }
    }
}

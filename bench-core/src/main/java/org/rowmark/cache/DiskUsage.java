package org.rowmark.cache;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The size of files and directories.
 *
 * @param files number of files
 * @param bytes sum of their lengths
 */
record DiskUsage(long files, long bytes) {

    /** Returns the size of what can be read there; links are not followed. */
    static DiskUsage of(Path path) throws IOException {
        long[] sums = new long[2];
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sums[0]++;
                sums[1] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return new DiskUsage(sums[0], sums[1]);
    }

    /** @throws IOException in one line if the directory's disk has less left than that */
    static void require(Path directory, long bytes) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes) {
            throw new IOException(directory + " has " + megabytes(free) + " left, and " + megabytes(bytes)
                    + " are needed; see: ./rowmark cache list");
        }
    }

    private static String megabytes(long bytes) {
        return bytes / 1_000_000 + " MB";
    }
}

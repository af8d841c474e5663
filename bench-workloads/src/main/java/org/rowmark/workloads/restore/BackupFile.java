package org.rowmark.workloads.restore;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/** Backups that are one file of this machine: checks, and the progress of reading them. */
public final class BackupFile {
    private static final long MEGABYTE = 1_000_000;

    private BackupFile() {}

    /**
     * Requires a file that can be read, and returns it. Restoring an empty one would be the fastest restore of all.
     *
     * @throws UsageException if it is none
     */
    public static Path require(Path backup) throws IOException {
        if (!Files.isRegularFile(backup) || !Files.isReadable(backup)) {
            throw new UsageException("backup " + backup + " is not a file that can be read");
        }
        if (Files.size(backup) == 0) {
            throw new UsageException("backup " + backup + " is empty");
        }
        return backup;
    }

    /** @throws UsageException unless just one entry of a directory is a backup; {@code words} end the message */
    public static Path only(Path directory, Predicate<Path> isBackup, String words) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.filter(isBackup).toList();
            if (found.size() != 1) {
                throw new UsageException("backup " + directory + " holds " + found.size() + " " + words);
            }
            return found.get(0);
        }
    }

    /** Returns what turns the number of bytes read into a line of progress. */
    public static LongConsumer progress(Path file, Consumer<String> progress) throws IOException {
        long all = Files.size(file);
        return read -> progress.accept(read / MEGABYTE + " of " + all / MEGABYTE + " MB read");
    }

    /**
     * The comments that a dump program writes at the beginning and the end of a dump. A client restores a dump that was
     * cut short between two rows without an error.
     */
    public record SqlDump(Pattern first, String last) {
        private static final int COMMENTS = 1_000;

        /**
         * Requires a whole dump, or a script with another beginning, whose end is not known, and returns it.
         *
         * @throws UsageException if the file cannot be read, is empty, or is a dump that ends in the middle
         */
        public Path require(Path backup) throws IOException {
            BackupFile.require(backup);
            try (RandomAccessFile file = new RandomAccessFile(backup.toFile(), "r")) {
                boolean isDump = first.matcher(read(file, 0)).find();
                if (isDump && !read(file, Math.max(0, file.length() - COMMENTS)).contains(last)) {
                    throw new UsageException("backup " + backup + " ends in the middle: its last line is not '" + last
                            + "'; it was cut short when it was made or copied");
                }
            }
            return backup;
        }

        private static String read(RandomAccessFile file, long from) throws IOException {
            byte[] bytes = new byte[(int) Math.min(COMMENTS, file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }
}

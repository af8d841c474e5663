package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/** Backups that are one file of this machine: checks, and the progress of reading them. */
public final class BackupFile {
    private static final long MEGABYTE = 1_000_000;

    private BackupFile() {}

    /**
     * Returns the same path. An empty file is refused: restoring nothing would be the fastest restore of all.
     *
     * @throws UsageException if it is no file, cannot be read, or is empty
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

    /** Returns what turns the number of bytes read into a line of progress. */
    public static LongConsumer progress(Path file, Consumer<String> progress) throws IOException {
        long all = Files.size(file);
        return read -> progress.accept(read / MEGABYTE + " of " + all / MEGABYTE + " MB read");
    }

    /**
     * The comments that a dump program writes at the beginning and the end of a dump. A client cannot detect the end of a
     * dump otherwise: it restores one that was cut short between two rows without an error.
     *
     * @param first in a comment at the beginning
     * @param last in a comment at the end of every dump with that beginning
     */
    public record SqlDump(Pattern first, String last) {
        private static final int COMMENTS = 1_000;

        /**
         * Returns the same path. Scripts with another beginning are accepted as they are: their end is not known.
         *
         * @throws UsageException if it is no file that can be read, is empty, or is a dump that ends in the middle
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

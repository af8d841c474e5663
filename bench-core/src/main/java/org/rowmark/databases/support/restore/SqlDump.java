package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

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
        try (SeekableByteChannel file = Files.newByteChannel(backup)) {
            boolean isDump = first.matcher(read(file, 0)).find();
            if (isDump && !read(file, Math.max(0, file.size() - COMMENTS)).contains(last)) {
                throw new UsageException("backup " + backup + " ends in the middle: its last line is not '" + last
                        + "'; it was cut short when it was made or copied");
            }
        }
        return backup;
    }

    private static String read(SeekableByteChannel file, long from) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(COMMENTS);
        file.position(from);
        while (bytes.hasRemaining() && file.read(bytes) >= 0) {
            // a read may return less than the rest
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    }
}

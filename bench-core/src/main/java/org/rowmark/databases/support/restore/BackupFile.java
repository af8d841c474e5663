package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.UsageException;

/** A check of backups that are one file of this machine. */
public final class BackupFile {
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
}

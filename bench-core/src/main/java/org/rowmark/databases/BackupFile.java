package org.rowmark.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.db.UsageException;

/** A backup that is one file of this machine. */
final class BackupFile {
    private BackupFile() {}

    /**
     * The same path. What restores nothing would be the fastest restore of all, so that a file with nothing in it is none.
     *
     * @throws UsageException if it is no file, cannot be read, or is empty
     */
    static Path require(Path backup) throws IOException {
        if (!Files.isRegularFile(backup) || !Files.isReadable(backup)) {
            throw new UsageException("backup " + backup + " is not a file that can be read");
        }
        if (Files.size(backup) == 0) {
            throw new UsageException("backup " + backup + " is empty");
        }
        return backup;
    }
}

package org.rowmark.databases.support.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.UsageException;

/** A backup that is one file of this machine. */
public final class BackupFile {
    private BackupFile() {}

    /**
     * The same path. What restores nothing would be the fastest restore of all, so that a file with nothing in it is none.
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

package org.rowmark.db.restore;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The parameters of one restore.
 *
 * @param backup the file or directory made by {@link RestoreMethod#backUp}, or the user's own
 * @param name name of the database to create, which does not exist
 * @param indexes whether indexes are built; false only with {@link RestoreOption#INACTIVE_INDEXES}
 * @param pageSize in bytes; empty for that of the backup; present only with {@link RestoreOption#PAGE_SIZE}
 * @param buffers number of page buffers; empty for that of the server; present only with {@link RestoreOption#BUFFERS}
 * @param jobs at least 1; more only with {@link RestoreOption#JOBS}
 * @param progress receives the progress in a few words such as "table 3 of 7"
 */
public record RestoreJob(
        Path backup,
        String name,
        boolean indexes,
        OptionalInt pageSize,
        OptionalInt buffers,
        int jobs,
        Consumer<String> progress) {}

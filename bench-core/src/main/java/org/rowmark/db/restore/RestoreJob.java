package org.rowmark.db.restore;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * One restore.
 *
 * @param backup the file or directory that {@link RestoreMethod#backUp} made, or the user's own
 * @param name of the database to make; none of that name exists
 * @param indexes whether indexes are built; false only with {@link RestoreOption#INACTIVE_INDEXES}
 * @param pageSize bytes asked for; empty: the backup's own; present only with {@link RestoreOption#PAGE_SIZE}
 * @param buffers page buffers asked for; empty: the server's own; present only with {@link RestoreOption#BUFFERS}
 * @param jobs at least 1; more only with {@link RestoreOption#JOBS}
 * @param progress is told how far the restore is, in a few words such as "table 3 of 7"
 */
public record RestoreJob(
        Path backup,
        String name,
        boolean indexes,
        OptionalInt pageSize,
        OptionalInt buffers,
        int jobs,
        Consumer<String> progress) {}

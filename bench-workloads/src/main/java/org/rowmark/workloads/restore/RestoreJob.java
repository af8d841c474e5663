package org.rowmark.workloads.restore;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * The parameters of one restore.
 *
 * @param backup the file or directory made by {@link RestoreMethod#backUp}, or the user's own
 * @param name name of the database to create, which does not exist
 * @param indexes whether indexes are built; false only with {@link Option#INACTIVE_INDEXES}
 * @param pageSize in bytes; empty for that of the backup; present only with {@link Option#PAGE_SIZE}
 * @param buffers number of page buffers; empty for that of the server; present only with {@link Option#BUFFERS}
 * @param jobs at least 1; more only with {@link Option#JOBS}
 * @param progress receives the progress in a few words such as "table 3 of 7"
 */
public record RestoreJob(
        Path backup,
        String name,
        boolean indexes,
        OptionalInt pageSize,
        OptionalInt buffers,
        int jobs,
        Consumer<String> progress) {
    /** An option of a restore that only some methods have. */
    public enum Option {
        INACTIVE_INDEXES("indexes=inactive"),
        PAGE_SIZE("pageSize"),
        BUFFERS("buffers"),
        JOBS("jobs");

        private final String value;

        Option(String value) {
            this.value = value;
        }

        /** Returns the parameter, with its value where only that value is optional. */
        public String value() {
            return value;
        }
    }
}

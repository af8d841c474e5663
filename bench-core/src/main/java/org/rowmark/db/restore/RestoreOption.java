package org.rowmark.db.restore;

/** An option of a restore that only some methods have. */
public enum RestoreOption {
    INACTIVE_INDEXES("indexes=inactive"),
    PAGE_SIZE("pageSize"),
    BUFFERS("buffers"),
    JOBS("jobs");

    private final String value;

    RestoreOption(String value) {
        this.value = value;
    }

    /** Returns the parameter, with its value where only that value is optional. */
    public String value() {
        return value;
    }
}

package org.rowmark.db.restore;

/** An option of a restore that only some methods have. */
public enum RestoreOption {
    INACTIVE_INDEXES("indexes=inactive", "leaves out the indexes"),
    PAGE_SIZE("pageSize", "sets the page size"),
    BUFFERS("buffers", "sets the number of page buffers"),
    JOBS("jobs", "works in several jobs");

    private final String value;
    private final String meaning;

    RestoreOption(String value, String meaning) {
        this.value = value;
        this.meaning = meaning;
    }

    /** Returns the parameter, with its value where only that value is optional. */
    public String value() {
        return value;
    }

    /** Returns the effect of the option, as the end of "a way that …". */
    public String meaning() {
        return meaning;
    }
}

package org.rowmark.db.restore;

/** What can be asked of a restore, where its way takes it. */
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

    /** The parameter, with its value where only one needs the way to take it. */
    public String value() {
        return value;
    }

    /** What a way that takes it does, as the end of "a way that …". */
    public String meaning() {
        return meaning;
    }
}

package org.rowmark.db;

/** What a workload may need from a database and its driver. Asked by name; nobody asks for a product or a version. */
public enum Feature {
    MULTI_ROW_INSERT("one INSERT statement that takes several rows of parameters"),
    BATCH_REWRITE("a driver that can rewrite a batch of inserts into multi-row statements"),
    FETCH_SIZE("a driver that honours the fetch size, so that rows cross a wire in portions");

    private final String meaning;

    Feature(String meaning) {
        this.meaning = meaning;
    }

    /** What the feature is, as the end of a sentence: "needs …". */
    public String meaning() {
        return meaning;
    }
}

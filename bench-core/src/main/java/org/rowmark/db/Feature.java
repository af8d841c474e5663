package org.rowmark.db;

/** A capability of a database and its driver that a workload may need. Workloads never check for a product or version. */
public enum Feature {
    MULTI_ROW_INSERT("one INSERT statement that takes several rows of parameters"),
    BATCH_REWRITE("a driver that can rewrite a batch of inserts into multi-row statements"),
    FETCH_SIZE("a driver that honours the fetch size, so that rows cross a wire in portions"),
    SERVER_CURSOR("a driver that reads rows in portions from a cursor of the server"),
    DEFAULT_FETCH_SIZE("a driver that reads from a cursor with a fetch size of its own"),
    STREAMING("a driver that reads rows while the database still makes them"),
    BUFFERING("a driver that reads all rows of a result into memory first"),
    SHARED_VALUES("a database that, in the process of its driver, returns references to values that it holds"),
    BULK_LOAD("a way to load rows that is faster than batches of inserts"),
    IDENTITY("a column that the database fills with ascending numbers"),
    UPSERT("one statement that inserts a row or updates the one that is there"),
    PROCEDURAL_BLOCK("loops in a procedural language of its own"),
    ROW_RESULTS("a routine that returns each row as a result of its own"),
    ROW_CURSORS("a routine that returns a cursor for each row"),
    MICROSECONDS("timestamps that keep microseconds"),
    SPATIAL("geometry types and functions"),
    SETTINGS_BY_SQL("settings that can be changed by SQL while the server runs"),
    COUNTERS("counters of its own reads and writes");

    private final String meaning;

    Feature(String meaning) {
        this.meaning = meaning;
    }

    /** Returns the end of the sentence "needs …". */
    public String meaning() {
        return meaning;
    }
}

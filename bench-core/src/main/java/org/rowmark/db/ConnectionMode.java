package org.rowmark.db;

/** The purpose of a connection, for drivers with connection properties for it. */
public enum ConnectionMode {
    PLAIN,
    /** The driver rewrites batches of inserts into multi-row statements. */
    BATCH_REWRITE,
    /** The driver reads results through a cursor, so that the fetch size takes effect. */
    CURSOR_FETCH,
    /** The driver reads rows while the database still makes them; with {@link Feature#STREAMING}. */
    STREAMING,
    /** The driver reads all rows of a result before it returns the first one; with {@link Feature#BUFFERING}. */
    BUFFERING,
    /** The driver has the server prepare statements at once, where it would do so late or never; goes with the others. */
    SERVER_PREPARED,
    /** The driver may use the product's fastest method to load rows. */
    BULK_LOAD
}

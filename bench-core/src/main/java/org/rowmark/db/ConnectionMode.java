package org.rowmark.db;

/** What a connection is opened for, where drivers want that said in connection properties. */
public enum ConnectionMode {
    /** As the driver comes. */
    PLAIN,
    /** The driver rewrites batches of inserts into multi-row statements. */
    BATCH_REWRITE,
    /** The driver reads results through a cursor, so that the fetch size counts. */
    CURSOR_FETCH,
    /** The driver may take the product's fastest way to load rows. */
    BULK_LOAD
}

/** SQLite, embedded. */
package org.rowmark.databases.sqlite;

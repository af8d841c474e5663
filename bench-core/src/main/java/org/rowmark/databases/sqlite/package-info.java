/** SQLite, embedded, with restore by the backup API and by VACUUM INTO. */
package org.rowmark.databases.sqlite;

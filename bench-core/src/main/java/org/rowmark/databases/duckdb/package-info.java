/** DuckDB, embedded, with its appender as loader and IMPORT DATABASE as restore. */
package org.rowmark.databases.duckdb;

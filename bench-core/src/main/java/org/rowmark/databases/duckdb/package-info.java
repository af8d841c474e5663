/** DuckDB, embedded, with its appender as loader. */
package org.rowmark.databases.duckdb;

/** Restore of databases in files of this machine: H2, HSQLDB, Derby, SQLite and DuckDB. */
package org.rowmark.workloads.restore.embedded;

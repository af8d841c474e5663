/** Restore of PostgreSQL dumps by psql and pg_restore. */
package org.rowmark.workloads.restore.postgresql;

/** Restore of PostgreSQL dumps by psql and pg_restore. One unit with the package of the product. */
package org.rowmark.databases.postgresql.restore;

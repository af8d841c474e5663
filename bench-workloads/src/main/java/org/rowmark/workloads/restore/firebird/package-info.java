/** Restore of Firebird backups by gbak and by the services API of Jaybird. */
package org.rowmark.workloads.restore.firebird;

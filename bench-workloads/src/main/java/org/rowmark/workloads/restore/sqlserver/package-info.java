/** Restore of SQL Server backups by RESTORE DATABASE. */
package org.rowmark.workloads.restore.sqlserver;

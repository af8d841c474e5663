/** Restore of SQL Server backups by RESTORE DATABASE. One unit with the package of the product. */
package org.rowmark.databases.sqlserver.restore;

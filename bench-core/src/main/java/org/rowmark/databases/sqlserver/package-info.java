/** Microsoft SQL Server: container or external server, settings, counters, facts and bulk copy as loader. */
package org.rowmark.databases.sqlserver;

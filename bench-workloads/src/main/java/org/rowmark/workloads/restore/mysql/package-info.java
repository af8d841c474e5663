/** Restore of SQL dumps, tab files and copies of a server. */
package org.rowmark.workloads.restore.mysql;

/** Backups of databases and the ways in which they come back. */
package org.rowmark.restore;

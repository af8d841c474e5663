/** Backup and restore steps that several products need. Shared by products, knows none of them. */
package org.rowmark.databases.support.restore;

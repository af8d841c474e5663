/** Restore of Firebird backups by gbak and by the services API of Jaybird. One unit with the package of the product. */
package org.rowmark.databases.firebird.restore;

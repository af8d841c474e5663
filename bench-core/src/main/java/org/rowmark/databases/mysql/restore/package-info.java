/**
 * Restore of MySQL and MariaDB backups: SQL dumps, tab files and the tools of the server. One unit with the package of
 * the products.
 */
package org.rowmark.databases.mysql.restore;

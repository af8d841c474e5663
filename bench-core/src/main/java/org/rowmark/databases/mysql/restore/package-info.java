/** Restore of SQL dumps, tab files and copies of a server. One unit with the package of the products. */
package org.rowmark.databases.mysql.restore;

/** Texts of SQL that products write in ways of their own. */
package org.rowmark.db.sql;

/** Any product with a JDBC driver, limited to standard SQL. Measured as an external server only. */
package org.rowmark.databases.generic;

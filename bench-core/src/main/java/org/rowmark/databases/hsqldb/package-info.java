/** HSQLDB, embedded, with restore from its backup archives. */
package org.rowmark.databases.hsqldb;

/** HSQLDB, embedded. */
package org.rowmark.databases.hsqldb;

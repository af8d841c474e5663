/**
 * Facts about the machine, the JVM, the driver and the connection to a server, for the report. Knows result, db and
 * the packages below.
 */
package org.rowmark.environment;

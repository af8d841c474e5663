package org.rowmark.result;

/**
 * A file that a JDBC driver was loaded from.
 *
 * @param name of the file, without its directory
 * @param sha256 of its content, in lower-case hexadecimal digits
 */
public record DriverJar(String name, String sha256) {}

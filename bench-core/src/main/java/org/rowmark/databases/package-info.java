/** The products that can be measured, one class each, found by {@code ServiceLoader} and imported by nobody. */
package org.rowmark.databases;

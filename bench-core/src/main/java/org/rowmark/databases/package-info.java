/**
 * The products that can be measured: a package each, found by {@code ServiceLoader} and not imported. A product
 * uses the interface in {@code org.rowmark.db}, the packages below it and {@code org.rowmark.databases.support}, but
 * no other product.
 */
package org.rowmark.databases;

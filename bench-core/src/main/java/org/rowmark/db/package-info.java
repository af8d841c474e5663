/**
 * The interface that every database product implements, and the lookup of databases, targets and JDBC drivers. Knows
 * no product: products are found as services.
 */
package org.rowmark.db;

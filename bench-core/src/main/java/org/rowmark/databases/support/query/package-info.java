/**
 * Queries, rows as text and explained failures: what several products need of servers and drivers. Shared by products,
 * knows none of them.
 */
package org.rowmark.databases.support.query;

/** Queries that several products need: counters and server facts. Shared by products, knows none of them. */
package org.rowmark.databases.support.query;

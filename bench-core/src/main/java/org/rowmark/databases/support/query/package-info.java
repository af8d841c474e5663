/**
 * Queries that several products need: counters, server facts, feature probes. Shared by products, knows none of them.
 */
package org.rowmark.databases.support.query;

/** Firebird: start, settings, counters, facts and loader. InterBase, its ancestor, by URL. */
package org.rowmark.databases.firebird;

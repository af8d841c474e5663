/** Firebird, embedded or as a server: start, settings, counters, facts and loader. */
package org.rowmark.databases.firebird;

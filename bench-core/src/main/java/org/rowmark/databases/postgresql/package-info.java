/** PostgreSQL: start, settings, counters, facts and loader. */
package org.rowmark.databases.postgresql;

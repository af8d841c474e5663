/** MySQL and MariaDB: two products of one family with common settings, counters, facts and loader. */
package org.rowmark.databases.mysql;

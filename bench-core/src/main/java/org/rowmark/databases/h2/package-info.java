/** H2, embedded or as a server, with restore from backups and from scripts. */
package org.rowmark.databases.h2;

/** H2, embedded or as a server. */
package org.rowmark.databases.h2;

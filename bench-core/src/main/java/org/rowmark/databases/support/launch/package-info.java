/** The start of servers: programs, artifacts, containers, ports and settings. Shared by products, knows none of them. */
package org.rowmark.databases.support.launch;

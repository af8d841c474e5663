/**
 * The start of servers: installed programs, binaries from Maven artifacts, containers, ports and settings. Shared by
 * products, knows none of them.
 */
package org.rowmark.databases.support.launch;

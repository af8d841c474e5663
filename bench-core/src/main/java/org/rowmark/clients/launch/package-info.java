/** The start of client processes, on this machine and on others. */
package org.rowmark.clients.launch;

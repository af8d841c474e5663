/** Ways to start the client processes of a run. */
package org.rowmark.clients.launch;

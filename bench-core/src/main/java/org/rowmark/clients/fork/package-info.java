/** What the forks of several clients do at the same time. */
package org.rowmark.clients.fork;

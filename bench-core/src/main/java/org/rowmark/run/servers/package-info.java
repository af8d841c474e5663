/** The targets of a run, each checked once, and their servers: how they are started, reached and stopped. */
package org.rowmark.run.servers;

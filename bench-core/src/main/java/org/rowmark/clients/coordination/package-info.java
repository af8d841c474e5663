/**
 * The coordinator of a run with several clients, an embedded ZooKeeper, and both ends of the messages through it. Knows
 * nothing of what is measured.
 */
package org.rowmark.clients.coordination;

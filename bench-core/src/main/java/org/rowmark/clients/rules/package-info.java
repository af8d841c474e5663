/** The options of runs with several clients, and their rules. */
package org.rowmark.clients.rules;

/** The output of commands on a console: progress, tables and summaries. */
package org.rowmark.cli.console;

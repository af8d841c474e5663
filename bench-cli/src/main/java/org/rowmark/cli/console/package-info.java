/** What commands print on a console: progress, tables and summaries. */
package org.rowmark.cli.console;

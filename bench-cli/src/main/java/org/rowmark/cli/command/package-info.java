/** The commands, and what those that measure share. */
package org.rowmark.cli.command;

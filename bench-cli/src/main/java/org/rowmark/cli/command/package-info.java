/** The commands, and the steps that those that measure share. */
package org.rowmark.cli.command;

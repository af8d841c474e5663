/** The program: it turns arguments into a command, errors into one line, and the result into an exit code. */
package org.rowmark.cli;

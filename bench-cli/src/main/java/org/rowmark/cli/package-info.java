/** The commands: they turn arguments into a request, show progress and set the exit code. */
package org.rowmark.cli;

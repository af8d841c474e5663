/**
 * What ends with this process: programs that it starts (servers, kept until they are closed, and tools, run to their end),
 * directories that it locks, and actions at its end. Knows util only.
 */
package org.rowmark.process;

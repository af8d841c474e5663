/**
 * Programs that Rowmark starts: servers, kept until they are closed, and tools, run to their end; and what a killed run
 * leaves behind, until another process undoes it. Knows util only.
 */
package org.rowmark.process;

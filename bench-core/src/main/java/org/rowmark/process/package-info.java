/**
 * Programs that Rowmark starts: servers, kept until they are closed, and tools, run to their end. All of them end with
 * this process. Knows util only.
 */
package org.rowmark.process;

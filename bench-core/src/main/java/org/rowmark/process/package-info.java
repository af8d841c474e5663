/** Programs that Rowmark starts: servers, kept until they are closed, and tools, run to their end. Knows util only. */
package org.rowmark.process;

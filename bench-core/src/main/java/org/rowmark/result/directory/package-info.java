/** The run directory: its one writer and one reader. Knows result and util. */
package org.rowmark.result.directory;

/** The run directory: its one writer and one reader, and what stands in it. */
package org.rowmark.result;

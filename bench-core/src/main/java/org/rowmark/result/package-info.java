/** The run directory: its one writer, its one reader and its content. */
package org.rowmark.result;

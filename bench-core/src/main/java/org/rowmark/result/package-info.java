/** The run directory: its records, its one writer and its one reader. Knows util only. */
package org.rowmark.result;

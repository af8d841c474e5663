/** The records of a run. Knows util, and the kinds of counters of db. */
package org.rowmark.result;

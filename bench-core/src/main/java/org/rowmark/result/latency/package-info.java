/** Files of a run directory about the times of single operations: logs and time lines of these, and the highest rates. */
package org.rowmark.result.latency;

/**
 * The parts of the workload {@code page-fill}: its table and payload, the run itself, its preparation and its check.
 */
package org.rowmark.workloads.pagefill;

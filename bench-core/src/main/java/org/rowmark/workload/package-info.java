/** Workloads: their descriptions, selection, data and preparation. Knows options, fixture and the packages below. */
package org.rowmark.workload;

/** The tables and transactions of the workload oltp. */
package org.rowmark.workloads.oltp;

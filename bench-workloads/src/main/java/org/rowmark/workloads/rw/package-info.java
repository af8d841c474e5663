/** The tables and statements of the workload rw-transaction. */
package org.rowmark.workloads.rw;

/** The tables, statements and keys of the workloads read-write, read-only and write-only, which are those of sysbench. */
package org.rowmark.workloads.sbtest;

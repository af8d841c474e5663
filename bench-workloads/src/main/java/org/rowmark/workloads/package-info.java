/** What is measured: one class per workload, and the few states and helpers that several of them share. */
package org.rowmark.workloads;

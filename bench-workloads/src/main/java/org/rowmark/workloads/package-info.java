/** The workloads, one class each. */
package org.rowmark.workloads;

/** What the workloads of the study row-by-row share. */
package org.rowmark.workloads.rowbyrow;

/** The origin of cells: run, machine and targets, and the differences between the environments of two runs. */
package org.rowmark.report.provenance;

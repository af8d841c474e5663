/** Where cells come from: run, machine and targets, and in what the environments of two runs differ. */
package org.rowmark.report.provenance;

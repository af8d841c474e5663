/** Sections of a report that only some workloads and studies have. */
package org.rowmark.report.study;

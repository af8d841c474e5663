/** The sections below the comparison: tables and figures that every format can lay out. */
package org.rowmark.report.section;

/** The content of a report, before it is laid out: views with their badges and answers. */
package org.rowmark.report.model;

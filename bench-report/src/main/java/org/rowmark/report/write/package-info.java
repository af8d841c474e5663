/**
 * The formats of a report: each writer lays out the model. HTML is rendered by the templates in {@code src/main/jte}.
 */
package org.rowmark.report.write;

/** From run directories to a report: a model of what it says, and writers that only lay the model out. */
package org.rowmark.report;

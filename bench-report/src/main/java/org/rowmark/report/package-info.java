/** Reports from run directories and files of JMH: their input, their views and the gate of a comparison. */
package org.rowmark.report;

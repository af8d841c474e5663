/** Text of numbers and of untrusted names. */
package org.rowmark.report.format;

package org.rowmark.report;

/**
 * A short mark beside the headline.
 *
 * @param text what it says
 * @param isWarning whether it takes something away from the numbers
 */
record Badge(String text, boolean isWarning) {}

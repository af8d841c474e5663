package org.rowmark.report.model;

/**
 * A short mark beside the headline.
 *
 * @param text what it says
 * @param isWarning whether it takes something away from the numbers
 */
public record Badge(String text, boolean isWarning) {}

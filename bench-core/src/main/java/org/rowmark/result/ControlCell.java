package org.rowmark.result;

/**
 * The cell that is measured in every round to show whether the environment is stable.
 *
 * @param cell number of the {@link PlannedCell}
 */
public record ControlCell(int cell) {}

package org.rowmark.options;

import org.rowmark.util.Choice;

/** The combinations of a run's parameters and varied settings that are measured. */
public enum DesignChoice implements Choice {
    /** The control, and every value of each factor with all others as in the control. */
    STAR,
    FULL;
}

package org.rowmark.options;

import org.rowmark.util.Choice;

/** The intervals between the intended starts of operations in an open loop. */
public enum Arrivals implements Choice {
    CONSTANT,
    /** Random ones, exponentially distributed, as of users who do not know of each other. */
    POISSON;
}

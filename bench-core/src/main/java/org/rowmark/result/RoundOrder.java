package org.rowmark.result;

import org.rowmark.util.Choice;

/** The order in time of the rounds of the targets. */
public enum RoundOrder implements Choice {
    /** Every target in every round, so that what the machine does meanwhile is common to all. */
    INTERLEAVED,
    /**
     * Every target in every round, all at the same time, each in its turn for a slice of time: what the machine does
     * for longer than a few slices is common to all.
     */
    TURNS,
    /**
     * The baseline, then the others, then the baseline again, for configurations that cannot be changed every few
     * minutes: the difference between the two visits shows how steady the environment was.
     */
    BRACKETED,
    /** Every target in every round, always in the order of the plan, as in studies by hand. */
    SEQUENTIAL;

    /** Two at each visit, the fewest that show the noise within a visit. */
    public static final int LEAST_BRACKETED = 4;
}

package org.rowmark.stats;

/** The reason for which a run ended after its rounds. None depends on its result. */
public enum StopReason {
    /** The run had a number of rounds and did them. */
    PLANNED("all planned rounds were done"),
    PRECISION("the interval was as narrow as requested"),
    MAX_ROUNDS("the most rounds allowed were done, the interval is wider than requested"),
    BUDGET("the time allowed was used up, the interval is wider than requested"),
    HOPELESS("the noise is so large that more than three times the rounds or the time allowed would be needed"),
    /** The named ratio has too few pairs of rounds. */
    FAILED("too many rounds failed to know the width of the interval"),
    USER("stopped by the user");

    private final String words;

    StopReason(String words) {
        this.words = words;
    }

    /** Returns the text for a report. */
    public String words() {
        return words;
    }
}

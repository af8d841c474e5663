package org.rowmark.stats;

/** The reason for which a run ended after its rounds. */
public enum StopReason {
    /** The run had a number of rounds and did them. */
    PLANNED("all planned rounds were done"),
    /** Every row has a word. */
    CLEAR("every row was clear"),
    /** The interval of every row, or of the named ratio, is narrow enough. */
    PRECISION("every interval was as narrow as requested"),
    /** Some rows have no word after the last planned look. */
    MAX_ROUNDS("the most rounds that were planned were done"),
    BUDGET("the time was used up"),
    HOPELESS("the rows that were left would hardly have reached the goal in the time left"),
    /** The cells of all rows that were left failed again and again. */
    FAILED("the rows that were left failed"),
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

package org.rowmark.stats;

/**
 * A check of an assumption of a comparison. A raised check becomes a badge; it never changes a number.
 *
 * @param size of the deviation; see {@link Kind}
 * @param p probability of such a deviation in sound data; NaN where the check has no test
 */
public record Check(Kind kind, double size, double p, boolean isRaised) {

    /**
     * Sound data raises a check in one of a hundred rows: badges that come up by chance teach readers to ignore them.
     */
    static final double ALPHA = 0.01;

    /** The assumption that is checked. */
    public enum Kind {
        /** Size: what the ratio changed over the run, 0.05 for 5 %. */
        DRIFT("the ratio drifted during the run"),
        /** Size: the correlation of a round's log ratio with that of the next. The interval is too narrow then. */
        AUTOCORRELATION("a round resembles the one before: the interval is too narrow"),
        /** Size: the gap between the two groups, 0.15 for 15 %. No mean describes such data. */
        BIMODALITY("the runs fall into two groups: look at the single rounds"),
        /** Size: distance of mean from median or trimmed mean, 0.02 for 2 %. */
        CENTRES("mean, median and trimmed mean disagree");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the text of a badge, without the size. */
        public String words() {
            return words;
        }
    }
}

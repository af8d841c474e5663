package org.rowmark.report.plot;

/** What a comparison came to, as far as colour goes; a word or number always stands beside it. */
public enum VerdictColour {
    BETTER("better"),
    WORSE("worse"),
    /** The same within the margin. */
    EVEN("even"),
    /** Unclear. */
    OPEN("open"),
    /** No verdict. */
    NONE("");

    private final String css;

    VerdictColour(String css) {
        this.css = css;
    }

    String css() {
        return css;
    }
}

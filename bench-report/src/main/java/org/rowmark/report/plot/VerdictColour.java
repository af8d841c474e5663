package org.rowmark.report.plot;

/** The result of a comparison as a colour, which always accompanies a word or number. */
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

package org.rowmark.report.plot;

/** The part of a text that is at its place. */
enum Anchor {
    START,
    MIDDLE,
    END
}

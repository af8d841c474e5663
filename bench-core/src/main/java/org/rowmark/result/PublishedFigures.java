package org.rowmark.result;

import java.util.Objects;
import java.util.Optional;

/**
 * A table of figures that somebody else published on the question of the run; the run directory holds a copy.
 *
 * @param file name in the directory {@code published} of the run directory, CSV with head comments behind {@code #}
 * @param title what the table shows, one line
 * @param match which of its rows belong to which cells; empty if they can only stand side by side
 */
public record PublishedFigures(String file, String title, Optional<Match> match) {
    /** Name of the directory of the copies. */
    public static final String DIRECTORY = "published";

    public PublishedFigures {
        match = Objects.requireNonNullElse(match, Optional.empty());
    }

    /**
     * How rows of the table and cells of the run are matched.
     *
     * @param rowKey name of the parameter whose value names a row, or {@code workload}
     * @param rowColumn column that holds that value
     * @param baselineColumn column with the figure of the baseline
     * @param otherColumn column with the figure of what is compared with it
     * @param better {@code higher} or {@code lower}: which figures are better
     */
    public record Match(String rowKey, String rowColumn, String baselineColumn, String otherColumn, String better) {}
}

package org.rowmark.report.section;

import java.util.List;

/**
 * The plots of one kind.
 *
 * @param all those that are drawn
 * @param leftOut how many are not, because nobody looks at so many
 */
public record Figures(List<Figure> all, int leftOut) {
    /** More plots of one kind are not drawn; their numbers are in the tables and in comparison.json. */
    static final int MOST = 200;

    static final Figures NONE = new Figures(List.of(), 0);

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** @param planned how many there would be */
    static Figures of(List<Figure> drawn, int planned) {
        return new Figures(List.copyOf(drawn), planned - drawn.size());
    }
}

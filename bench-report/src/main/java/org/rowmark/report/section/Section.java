package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A part of a report, computed once and laid out by every format.
 *
 * @param data the same numbers for programs: lists of records in comparison.json, by their keys
 */
public record Section(String heading, String text, Look look, List<Content> contents, Map<String, List<?>> data)
        implements Content {
    /** The most plots of one kind that are drawn; the numbers of others are in the tables and in comparison.json. */
    private static final int MOST_FIGURES = 30;

    public enum Look {
        PLAIN,
        /** Shown before the comparison. */
        FIRST,
        /** Parts beside each other, where there is room. */
        COLUMNS,
        /** Figures as wide as the page. */
        WIDE,
        /** Content that limits what the numbers mean. */
        WARNING,
        /** Folded at first. */
        FOLDED
    }

    public Section(String heading, String text, List<? extends Content> contents) {
        this(heading, text, Look.PLAIN, List.copyOf(contents), Map.of());
    }

    public Section(String heading, String text, Content... contents) {
        this(heading, text, List.of(contents));
    }

    /** Returns a section with a plot for each of them, up to {@link #MOST_FIGURES}. */
    public static <T> Section ofFigures(String heading, String text, List<T> all, Function<T, Figure> figure) {
        List<Figure> figures = all.stream().limit(MOST_FIGURES).map(figure).toList();
        int others = all.size() - figures.size();
        String more = " " + others + " more are not drawn; their numbers are in the tables and in comparison.json.";
        return new Section(heading, others > 0 ? text + more : text, figures);
    }

    public static Section folded(String heading, Content content) {
        return new Section(heading, "", content).as(Look.FOLDED);
    }

    public Section as(Look other) {
        return new Section(heading, text, other, contents, data);
    }

    public Section withData(String key, List<?> records) {
        return new Section(heading, text, look, contents, Map.of(key, records));
    }

    @Override
    public boolean isEmpty() {
        return contents.stream().allMatch(Content::isEmpty);
    }

    public <T extends Content> Stream<T> all(Class<T> kind) {
        return contents.stream()
                .flatMap(content -> content instanceof Section part ? part.all(kind) : Stream.of(content))
                .filter(kind::isInstance)
                .map(kind::cast);
    }
}

package org.rowmark.report.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.lang3.StringUtils;

/**
 * Names and reasons from outside, for output without markup. A terminal acts on control characters, and a change
 * of writing direction inside a name would reverse what follows it.
 */
public final class PlainText {
    private static final String REPLACEMENT = "\uFFFD";
    private static final int WIDE_FROM = 0x1100;
    private static final int CUT = '…';
    private static final int MOST_NAMES = 5;

    private PlainText() {}

    /** Returns one line without control and format characters. */
    public static String clean(String text) {
        // most texts are, and a large report has millions of them
        return StringUtils.isAsciiPrintable(text) ? text : clean(text, c -> false);
    }

    /**
     * Returns a text without what acts instead of being read: control characters, changes of the writing direction,
     * lone surrogates and what is no character.
     *
     * @param kept format characters that may stay
     */
    public static String clean(String text, IntPredicate kept) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    clean.append(Character.isWhitespace(c) ? " " : REPLACEMENT);
                case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED ->
                    clean.append(kept.test(c) ? Character.toString(c) : REPLACEMENT);
                default -> clean.appendCodePoint(c);
            }
        });
        return clean.toString();
    }

    /** Cleans a text, and cuts it with an ellipsis where it takes more than {@code columns}. */
    public static String fit(String text, int columns) {
        return fit(clean(text), columns, PlainText::columns);
    }

    /** Cuts cleaned text with an ellipsis where it is wider than {@code most}. */
    public static String fit(String clean, double most, IntToDoubleFunction width) {
        if (clean.codePoints().mapToDouble(width).sum() <= most) {
            return clean;
        }
        StringBuilder fitting = new StringBuilder();
        double used = width.applyAsDouble(CUT);
        for (int c : clean.codePoints().toArray()) {
            used += width.applyAsDouble(c);
            if (used > most) {
                break;
            }
            fitting.appendCodePoint(c);
        }
        return fitting.toString().stripTrailing() + Character.toString(CUT);
    }

    /**
     * Cleans a text and breaks it at spaces into lines of at most {@code columns}; cuts a longer word with an ellipsis.
     */
    public static List<String> wrap(String text, int columns) {
        return wrap(clean(text), columns, PlainText::columns).stream()
                .map(line -> fit(line, columns))
                .toList();
    }

    /** Breaks cleaned text at spaces into lines of at most {@code most}, unless a word is wider. */
    public static List<String> wrap(String clean, double most, ToDoubleFunction<String> width) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : clean.split(" +", -1)) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && width.applyAsDouble(longer) > most) {
                lines.add(line);
                longer = word;
            }
            line = longer;
        }
        lines.add(line);
        return lines;
    }

    /**
     * Returns {@code commit waits for the disk: no (h2, hsqldb); yes (derby)}, without names where all have the same.
     *
     * @param values by place of the name, empty where it has none
     */
    public static String byValue(List<String> names, List<String> values) {
        Map<String, Set<String>> byValue = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            byValue.computeIfAbsent(values.get(i), none -> new LinkedHashSet<>())
                    .add(names.get(i));
        }
        byValue.remove("");
        if (byValue.size() < 2) {
            return String.join("", byValue.keySet());
        }
        String same = StringUtils.getCommonPrefix(byValue.keySet().toArray(String[]::new));
        return byValue.entrySet().stream()
                .map(value ->
                        value.getKey().substring(same.length()) + " (" + some(List.copyOf(value.getValue())) + ")")
                .collect(Collectors.joining("; ", same, ""));
    }

    /** Returns the first names, and how many more there are. */
    public static String some(List<String> names) {
        String first = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return names.size() > MOST_NAMES ? first + " and " + (names.size() - MOST_NAMES) + " more" : first;
    }

    /** Returns the most columns that a terminal takes for cleaned text. */
    public static int columns(String clean) {
        return clean.codePoints().map(PlainText::columns).sum();
    }

    /** Returns 2 for wide characters. Dashes, ellipsis, arrows and the shapes of the verdicts are narrow. */
    public static int columns(int codePoint) {
        return codePoint < WIDE_FROM || (codePoint >= 0x2000 && codePoint < 0x2600) ? 1 : 2;
    }
}

package org.rowmark.report.write;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.format.PlainText;

/** A writer of GitHub's Markdown. Text from outside, such as names, reasons and commands, stays text. */
final class Markdown {
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_\\[\\]|~#!]|^[-+]");
    private static final Pattern AS_ENTITY = Pattern.compile("[&<>@]");

    private final StringBuilder text = new StringBuilder();

    /** Returns text that no reader of Markdown takes for markup, a mention or a table's border. */
    static String escape(String text) {
        return escapeInHtml(SPECIAL.matcher(PlainText.clean(text)).replaceAll("\\\\$0"));
    }

    /** Returns escaped text, in bold where it is a warning. */
    static String escape(String text, boolean isWarning) {
        return isWarning ? "**" + escape(text) + "**" : escape(text);
    }

    /** Returns text inside an HTML tag, where a backslash escapes nothing. */
    static String escapeInHtml(String text) {
        return AS_ENTITY
                .matcher(PlainText.clean(text))
                .replaceAll(found -> "&#" + (int) found.group().charAt(0) + ";");
    }

    /** Adds a line of markup and escaped text. */
    Markdown line(String... parts) {
        text.append(String.join("", parts)).append('\n');
        return this;
    }

    /** Adds a line and an empty one after it, unless there is no text. */
    void paragraph(String... parts) {
        if (Stream.of(parts).anyMatch(part -> !part.isEmpty())) {
            line(parts).line();
        }
    }

    /**
     * Adds a table.
     *
     * @param isNumber by column, to align to the right
     * @param rows of escaped cells
     */
    void table(List<String> header, IntPredicate isNumber, Stream<Stream<String>> rows) {
        Stream<String> rules = IntStream.range(0, header.size()).mapToObj(i -> isNumber.test(i) ? "---:" : "---");
        Stream.concat(Stream.of(header.stream().map(Markdown::escape), rules), rows)
                .forEach(row -> line(row.collect(Collectors.joining(" | ", "| ", " |"))));
        line();
    }

    void folded(String summary, Runnable content) {
        paragraph("<details><summary>", escapeInHtml(summary), "</summary>");
        content.run();
        paragraph("</details>");
    }

    /** Adds a fenced block whose fence is longer than any run of backticks in it. */
    void code(String code) {
        String fence = "```";
        while (code.contains(fence)) {
            fence += "`";
        }
        line(fence, "text").line(code.strip()).line(fence);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

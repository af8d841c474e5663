package org.rowmark.report.write;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.rowmark.report.format.PlainText;

/** A writer of GitHub's Markdown. Text from outside, such as names, reasons and commands, stays text. */
final class Markdown {
    private static final Pattern BACKTICKS = Pattern.compile("`+");
    private static final String SPECIAL = "\\`*_[]|~#!";
    private static final String AS_ENTITY = "&<>@";

    private final StringBuilder text = new StringBuilder();

    /** Returns text that no reader of Markdown takes for markup, a mention or a table's border. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        if (text.startsWith("-") || text.startsWith("+")) {
            escaped.append('\\'); // would begin a list
        }
        String clean = PlainText.clean(text);
        for (int i = 0; i < clean.length(); i++) {
            char c = clean.charAt(i);
            if (AS_ENTITY.indexOf(c) >= 0) {
                escaped.append("&#").append((int) c).append(';');
            } else {
                escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return escaped.toString();
    }

    /** Returns text inside an HTML tag, where a backslash escapes nothing. */
    static String escapeInHtml(String text) {
        return PlainText.clean(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("@", "&#64;");
    }

    /**
     * Adds a line.
     *
     * @param parts markup and escaped text
     */
    Markdown line(String... parts) {
        text.append(String.join("", parts)).append('\n');
        return this;
    }

    /** Adds a table row of escaped cells. */
    Markdown row(List<String> cells) {
        return line("| ", String.join(" | ", cells), " |");
    }

    /**
     * Adds the header of a table.
     *
     * @param isNumber by column, to align to the right
     */
    Markdown header(List<String> names, List<Boolean> isNumber) {
        List<String> rules = new ArrayList<>();
        isNumber.forEach(number -> rules.add(number ? "---:" : "---"));
        return row(names).row(rules);
    }

    /** Adds content that a reader can unfold. */
    void folded(String summary, Runnable content) {
        line("<details><summary>", escapeInHtml(summary), "</summary>").line();
        content.run();
        line("</details>").line();
    }

    /** Adds a fenced block whose fence is longer than any run of backticks in it. */
    Markdown code(String code) {
        int longest = BACKTICKS
                .matcher(code)
                .results()
                .mapToInt(run -> run.end() - run.start())
                .max()
                .orElse(0);
        String fence = "`".repeat(Math.max(3, longest + 1));
        return line(fence, "text").line(code.strip()).line(fence);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

package org.rowmark.process;

import java.util.List;
import java.util.regex.Pattern;
import org.rowmark.util.LastLines;
import org.rowmark.util.Secrets;

/** The lines of a program's output that name its error, among those that do not. */
public final class ErrorLines {
    private static final int SHOWN = 3;

    private static final Pattern ERROR = Pattern.compile(
            "\\b(error|fatal|panic|unknown|unrecognized|unavailable|invalid|denied|expected)\\b",
            Pattern.CASE_INSENSITIVE);

    /** Programs quote the bytes of a file that is no text; a terminal would obey them. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\uFFFD&&[^\t]]+");

    private final LastLines last = new LastLines();

    public void add(String line) {
        String printable = UNPRINTABLE.matcher(line).replaceAll("?").strip();
        if (!printable.isEmpty()) {
            last.add(printable);
        }
    }

    /** Returns the first errors, from which later ones follow, or else the last lines; behind a colon, or empty. */
    public String text() {
        List<String> errors = last.all().stream().filter(ERROR.asPredicate()).toList();
        return errors.isEmpty() ? end() : words(errors.subList(0, Math.min(SHOWN, errors.size())));
    }

    /** Returns the last lines, of a program that still runs; behind a colon, empty if none. */
    public String end() {
        List<String> lines = last.all();
        return words(lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()));
    }

    private static String words(List<String> lines) {
        return lines.isEmpty() ? "" : ": " + Secrets.scrub(String.join(" | ", lines));
    }
}

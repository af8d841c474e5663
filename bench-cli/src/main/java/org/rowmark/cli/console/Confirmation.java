package org.rowmark.cli.console;

import java.util.Locale;
import java.util.Set;

/** A question to the user at the terminal. */
public final class Confirmation {
    private static final Set<String> YES = Set.of("y", "yes");

    private Confirmation() {}

    /** Asks for yes or no; returns false for everything else, and where there is no terminal. */
    @SuppressWarnings("SystemConsoleNull") // not null at a terminal
    public static boolean of(String question) {
        if (!Terminal.isInteractive()) {
            return false;
        }
        String answer = System.console().readLine("%s [y/N] ", question);
        return answer != null && YES.contains(answer.strip().toLowerCase(Locale.ROOT));
    }
}

package org.rowmark.cli.console;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;

/** The terminal of the process, if it has one. */
public final class Terminal {
    private Terminal() {}

    /**
     * Asks a question that is answered by yes or no; returns whether the answer is yes.
     *
     * @return false without a terminal
     */
    public static boolean isAnsweredYes(String question) {
        if (!isInteractive()) {
            return false;
        }
        String answer = System.console().readLine("%s [y/N] ", question);
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    /** Returns whether there is one. */
    @SuppressWarnings("SystemConsoleNull") // null before Java 22; see below
    public static boolean isInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 there is a console without a terminal, too.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}

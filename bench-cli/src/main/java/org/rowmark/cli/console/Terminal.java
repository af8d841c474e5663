package org.rowmark.cli.console;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** The terminal of the process, if it has one. */
public final class Terminal {
    private Terminal() {}

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

package org.rowmark.cli.console;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether somebody looks at what the process prints while it prints it. */
final class Terminal {
    private Terminal() {}

    @SuppressWarnings("SystemConsoleNull") // null before Java 22; what it says since then is asked below
    static boolean isInteractive() {
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

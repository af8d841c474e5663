package org.rowmark.util;

/** An error of the user's input. The message is one line: what, where, what to do. Exit code 1. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(oneLine(message));
    }

    public UsageException(String message, Throwable cause) {
        super(oneLine(message), cause);
    }

    /** Joins lines, which texts that a message quotes may have. */
    private static String oneLine(String message) {
        return String.valueOf(Secrets.scrub(message)).replaceAll("\\s*\\R\\s*", " ");
    }
}

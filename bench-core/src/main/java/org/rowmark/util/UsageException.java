package org.rowmark.util;

/** An error in the user's input or configuration. The message is one line: problem, place, remedy. Exit code 1. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(Secrets.scrub(message));
    }

    public UsageException(String message, Throwable cause) {
        super(Secrets.scrub(message), cause);
    }
}

package org.rowmark.util;

import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Error messages of one line, made of exceptions and of the output of a fork. */
public final class ErrorMessages {
    private static final int LONGEST = 400;

    /** JMH's error in a thread that begins an iteration which another thread's error has ended. */
    private static final String AFTER_ANOTHER_ERROR = "More threads than expected";

    private static final String CAUSED_BY = "^Caused by: ";

    private static final Map<Class<?>, String> KINDS = Map.of(
            OutOfMemoryError.class, "OutOfMemoryError: ",
            UnknownHostException.class, "unknown host: ",
            NoSuchFileException.class, "no such file: ",
            AccessDeniedException.class, "no right to read or write ");

    private ErrorMessages() {}

    /**
     * Returns, in one line without secrets, the message of the innermost cause, but for one that only begins the
     * message around it; with the SQLSTATE, where there is one.
     */
    public static String of(Throwable thrown) {
        Throwable best = innermost(thrown);
        String message = best.getMessage() == null || best.getMessage().isBlank()
                ? best.getClass().getName()
                : kind(best) + best.getMessage();
        String state = state(thrown, best);
        return oneLine(message.contains(state) ? message : message + " (SQLSTATE " + state + ")");
    }

    /** Returns the SQLSTATE of the innermost of a database's exceptions down to {@code last}; empty if there is none. */
    private static String state(Throwable thrown, Throwable last) {
        String inner = thrown == last ? "" : state(inner(thrown), last);
        return inner.isEmpty() && thrown instanceof SQLException sql && sql.getSQLState() != null
                ? sql.getSQLState()
                : inner;
    }

    /** Returns the kind of error for a message that is nothing but a name. */
    private static String kind(Throwable thrown) {
        boolean isNamed =
                thrown instanceof OutOfMemoryError || !thrown.getMessage().contains(" ");
        return isNamed ? KINDS.getOrDefault(thrown.getClass(), "") : "";
    }

    /** Returns why a fork failed: the exception that it printed is better than JMH's "exit code 1". */
    public static String ofFork(Throwable thrown, List<String> printed) {
        String reason = of(thrown);
        if (!reason.startsWith("Forked VM failed")) {
            return reason;
        }
        String cause = printedCause(printed);
        return cause.isEmpty() ? reason : oneLine(cause + " (" + reason + ")");
    }

    /** Returns the innermost exception of the last stack trace that JMH printed below its {@code <failure>}. */
    private static String printedCause(List<String> printed) {
        String cause = "";
        boolean inTrace = false;
        for (String line : printed) {
            if (line.equals("<failure>")) {
                inTrace = true;
                cause = "";
            } else if (line.startsWith("java.io.NotSerializableException") || line.startsWith("<forked VM")) {
                inTrace = false;
            } else if (inTrace
                    && !line.isBlank()
                    && !line.startsWith("\t")
                    && (cause.isEmpty() || cause.contains(AFTER_ANOTHER_ERROR) || isFurther(line, cause))) {
                cause = line.replaceFirst(CAUSED_BY, "");
            }
        }
        return cause;
    }

    /** Returns whether a line has a cause that is more than the beginning of a message. */
    private static boolean isFurther(String line, String message) {
        return line.matches(CAUSED_BY + ".*") && !isBeginning(text(line.replaceFirst(CAUSED_BY, "")), text(message));
    }

    private static boolean isBeginning(String cause, String message) {
        return message.startsWith(cause) && message.length() > cause.length();
    }

    private static String text(String message) {
        return message.replaceFirst("^[\\w.$]+: ", "");
    }

    public static String oneLine(String text) {
        String line = Secrets.scrub(text).replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }

    private static Throwable innermost(Throwable thrown) {
        Throwable inner = inner(thrown);
        if (inner == null || inner == thrown || isWhole(thrown, inner)) {
            return thrown;
        }
        Throwable innermost = innermost(inner);
        return innermost.getMessage() == null && thrown.getMessage() != null ? thrown : innermost;
    }

    private static Throwable inner(Throwable thrown) {
        return thrown.getCause() != null ? thrown.getCause() : firstOther(thrown);
    }

    /** Returns whether a database's message has been made of those of its causes, as Firebird's driver does. */
    private static boolean isWhole(Throwable thrown, Throwable inner) {
        return thrown instanceof SQLException
                && isBeginning(String.valueOf(inner.getMessage()), String.valueOf(thrown.getMessage()));
    }

    /** Returns the next exception of a database, or one of the threads' errors. */
    private static Throwable firstOther(Throwable thrown) {
        return thrown instanceof SQLException sql && sql.getNextException() != null
                ? sql.getNextException()
                : firstSuppressed(thrown);
    }

    /** Returns the first one of the threads' errors that JMH's exception holds which is not only due to another. */
    private static Throwable firstSuppressed(Throwable thrown) {
        Throwable[] all = thrown.getSuppressed();
        return Stream.of(all)
                .filter(one -> !AFTER_ANOTHER_ERROR.equals(one.getMessage()))
                .findFirst()
                .orElse(all.length > 0 ? all[0] : null);
    }
}

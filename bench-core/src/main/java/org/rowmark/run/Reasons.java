package org.rowmark.run;

import java.sql.SQLException;
import java.util.List;
import org.rowmark.db.Secrets;

/** One line that says why something failed, out of exceptions and of what a fork printed. */
public final class Reasons {
    private static final int LONGEST = 400;

    private Reasons() {}

    /**
     * The innermost cause that has something to say; a database's error with its SQLSTATE.
     *
     * @param thrown not null
     * @return one line without secrets, never blank
     */
    public static String of(Throwable thrown) {
        Throwable best = innermost(thrown);
        String message = best.getMessage() == null || best.getMessage().isBlank()
                ? best.getClass().getName()
                : best.getMessage();
        if (best instanceof SQLException sql && sql.getSQLState() != null && !message.contains(sql.getSQLState())) {
            message += " (SQLSTATE " + sql.getSQLState() + ")";
        }
        return oneLine(message);
    }

    /**
     * Why a fork failed.
     *
     * @param thrown what JMH threw
     * @param printed what the fork printed; the exception in it is better than JMH's "exit code 1"
     */
    static String ofFork(Throwable thrown, List<String> printed) {
        String reason = of(thrown);
        if (!reason.startsWith("Forked VM failed")) {
            return reason;
        }
        String cause = "";
        for (String line : printed) {
            if (line.startsWith("Caused by: ") || line.matches("[\\w.$]+(Exception|Error)(: .*)?")) {
                cause = line.replaceFirst("^Caused by: ", "");
            }
        }
        return cause.isEmpty() ? reason : oneLine(cause + " (" + reason + ")");
    }

    static String oneLine(String text) {
        String line = Secrets.scrub(text).replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }

    private static Throwable innermost(Throwable thrown) {
        Throwable inner = thrown.getCause() != null
                ? thrown.getCause()
                : thrown.getSuppressed().length > 0 ? thrown.getSuppressed()[0] : null;
        if (inner == null || inner == thrown) {
            return thrown;
        }
        Throwable innermost = innermost(inner);
        return innermost.getMessage() == null && thrown.getMessage() != null ? thrown : innermost;
    }
}

package org.rowmark.e2e;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A JVM that executes several commands, for tests of commands that measure nothing: starting a JVM for each would take
 * most of their time. Each argument is a command, its words separated by spaces; a line of the output has the exit code,
 * the command's own output and its errors.
 */
final class CommandBatch {
    private static final String MAIN = "org.rowmark.cli.Main";

    private CommandBatch() {}

    public static void main(String[] commands) throws ReflectiveOperationException {
        Method execute = Class.forName(MAIN).getDeclaredMethod("execute", String[].class);
        execute.setAccessible(true);
        PrintStream results = System.out;
        for (String command : commands) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            Object exitCode = execute.invoke(null, (Object) command.split(" +", -1));
            results.println(exitCode + " " + encoded(out) + " " + encoded(err));
        }
        System.exit(0);
    }

    private static String encoded(ByteArrayOutputStream text) {
        return Base64.getEncoder().encodeToString(text.toByteArray());
    }

    /** Returns the results of the output. */
    static List<Cli.Result> results(String output) {
        return output.lines()
                .map(line -> line.split(" ", -1))
                .map(parts -> new Cli.Result(Integer.parseInt(parts[0]), decoded(parts[1]), decoded(parts[2])))
                .toList();
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}

package org.rowmark.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.util.ChildEnvironment;

/**
 * A shell beside each program that this process starts. It waits for the end of a pipe that this process alone holds,
 * which is the end of this process, and ends the program then, with the processes that the program has started. It is
 * there before the program begins.
 */
public final class ParentWatch {
    /** Set for programs that are watched: what they start ends with them. */
    private static final String WATCHED = "ROWMARK_WATCHED";

    /** Arguments: the signal, and the program's process ID. Ctrl-C at a terminal is for all of its processes. */
    private static final String WATCH = """
            trap '' INT TERM HUP QUIT
            tree() {
                all="$all $1"
                for child in $(cat /proc/$1/task/*/children || pgrep -P $1); do tree $child; done
            }
            read -r line
            kill -0 $1 || exit
            tree $1
            kill -$0 $1
            for attempt in 1 2 3 4 5 6 7 8 9 10; do
                kill -0 $1 || break
                sleep 0.1
            done
            tree $1
            kill -KILL $all
            """;

    /**
     * Arguments: the shell's script, the signal, the file that the program reads as its standard input, and the program,
     * which takes the place of this one. The shell gets no other environment: secrets may be in that.
     */
    private static final String START = """
            exec 3<&0
            (cd / && env -i "PATH=$PATH" sh -c "$0" "$1" $$ <&3 3<&- >/dev/null 2>&1 &)
            input=$2
            shift 2
            export %s=1
            exec "$@" <"$input" 3<&-
            """.formatted(WATCHED);

    private static final int ORPHANED = 3;

    private ParentWatch() {}

    /** Returns the words before a program that start it with the watch; none where there is one, or no shell. */
    static List<String> words(String signal, Path input) {
        return words("", signal, input);
    }

    /** Returns the words for a fork, which has nothing to save, and from which JMH does not withhold variables. */
    public static List<String> wordsOfFork() {
        String unset = ChildEnvironment.withheld().stream()
                .filter(name -> name.matches("[A-Za-z_]\\w*"))
                .map(name -> "unset " + name + "\n")
                .collect(Collectors.joining());
        return words(unset, "KILL", nothing());
    }

    private static List<String> words(String before, String signal, Path input) {
        boolean isNeeded = !SystemUtils.IS_OS_WINDOWS && System.getenv(WATCHED) == null;
        return isNeeded
                ? List.of(
                        "sh",
                        "-c",
                        before + START,
                        WATCH,
                        signal,
                        input.toAbsolutePath().toString())
                : List.of();
    }

    /** Ends this process, and the programs that it runs, with its parent: where there is no shell, or a debugger is between. */
    public static void exitWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> {
            Thread watch = new Thread(() -> haltAfter(parent), "rowmark-parent-watch");
            watch.setDaemon(true);
            watch.start();
        });
    }

    private static void haltAfter(ProcessHandle parent) {
        parent.onExit().join();
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(ORPHANED);
    }

    /** Ends this process when its standard input ends: the process that started it is gone, however it ended. */
    public static void exitWithInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // the input is gone, too
                    }
                    System.exit(0);
                },
                "rowmark-input-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Returns the file of the system that is empty. */
    static Path nothing() {
        return ProcessBuilder.Redirect.DISCARD.file().toPath();
    }
}

package org.rowmark.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rowmark.util.ChildEnvironment;

/**
 * A process that is not mistaken for a later one with the same number.
 *
 * @param start when it started, as the system counts: on Linux in ticks since its boot, elsewhere a time in words
 */
public record ProcessIdentity(long pid, String start) {
    /** The time of start in the fields behind a program's name in {@code /proc/PID/stat}, from 0. */
    private static final int START_FIELD = 19;

    private static final List<String> DEAD = List.of("Z", "X");

    /** The same for the shell, which puts the time of its own start into {@code s}. */
    static final String SHELL = "f() { shift " + START_FIELD + "; s=$1; }; if [ -r /proc/$$/stat ]; then"
            + " read -r l </proc/$$/stat; f ${l##*) }; else s=$(LC_ALL=C ps -o lstart= -p $$); fi; ";

    /** Returns the identity of a process that is alive; empty if it is not. */
    public static Optional<ProcessIdentity> of(long pid) {
        return start(pid).map(start -> new ProcessIdentity(pid, start));
    }

    public static ProcessIdentity ofThis() {
        return of(ProcessHandle.current().pid()).orElseThrow();
    }

    static boolean isWindows() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    }

    /** Finds the process; empty if it has ended, even if its number is another one's now. */
    public Optional<ProcessHandle> find() {
        return start(pid)
                .filter(now -> now.equals(start.strip().replaceAll("\\s+", " ")))
                .flatMap(now -> ProcessHandle.of(pid));
    }

    /** Returns whether it did not start before another; on Linux only, whose ticks no setting of a clock changes. */
    boolean isNotBefore(String other) {
        return Long.parseLong(start) >= Long.parseLong(other);
    }

    /** Returns whether a process is alive; one that has ended and that nobody waits for is not. */
    static boolean isAlive(ProcessHandle process) {
        return process.isAlive() && start(process.pid()).isPresent();
    }

    private static Optional<String> start(long pid) {
        if (Files.exists(Path.of("/proc/self/stat"))) {
            return ofLinux(Path.of("/proc", Long.toString(pid), "stat"));
        }
        return isWindows()
                ? ProcessHandle.of(pid)
                        .flatMap(process -> process.info().startInstant())
                        .map(Instant::toString)
                : ofPs(pid);
    }

    private static Optional<String> ofLinux(Path stat) {
        try {
            String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
            String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
            return DEAD.contains(fields[0]) ? Optional.empty() : Optional.of(fields[START_FIELD]);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> ofPs(long pid) {
        try {
            ProcessBuilder builder = ChildEnvironment.of(List.of("ps", "-o", "lstart=", "-p", Long.toString(pid)));
            builder.environment().put("LC_ALL", "C");
            Process ps = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return Optional.of(text.strip().replaceAll("\\s+", " ")).filter(start -> !start.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

package org.rowmark.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * A small process beside this one that ends what this one started, removes its directories and puts back what it changed
 * of the machine, when this one is killed. It reads from a pipe that nobody else holds: its end is the end of this process.
 * What there is to end is in a file; each program adds itself to it before it becomes what is to be started, so that no
 * moment is left in which it would be unknown.
 */
public final class Guardian {
    /** The beginning of the names of the directories that a guardian removes. */
    public static final String PREFIX = "rowmark-";

    private static final String[] FLAGS = {"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx32m", "-Xss512k"};
    private static final String CACHE = "-D" + CacheDirectory.PROPERTY + "=";

    /** Ctrl-C at a terminal is for all of its processes; the guardian ends behind the process that it guards. */
    private static final String WAIT =
            "trap '' INT TERM HUP QUIT; " + ProcessIdentity.SHELL + "[ -e \"$0\" ] && echo \"" + Register.GUARDIAN
                    + " $$ $s\" >>\"$0\"; while read -r l; do :; done; [ -e \"$0\" ] && exec \"$@\"";

    private static volatile Optional<Register> register = Optional.empty();

    private Guardian() {}

    /** Starts the guardian of this process, for the rest of its life, if it has none. */
    public static synchronized void start() {
        if (register.isPresent()) {
            return;
        }
        try {
            Register mine = Register.ofThisProcess();
            Process process = ChildEnvironment.of(command(mine))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            register = Optional.of(mine);
            // the first registered is the last to run
            ShutdownActions.register(ShutdownActions.Stage.FILES, () -> end(mine, process));
        } catch (IOException | UsageException e) {
            System.err.println("rowmark: no guardian: if this process is killed, its private servers keep running: "
                    + ErrorMessages.of(e));
        }
    }

    /** Returns a shell that waits, as it takes next to nothing, and becomes a JVM if there is something to do. */
    private static List<String> command(Register mine) {
        String file = mine.file().toString();
        return Stream.of(
                        ProcessIdentity.isWindows() ? Stream.<String>empty() : Stream.of("sh", "-c", WAIT, file),
                        Stream.of(Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString()),
                        Stream.of(FLAGS),
                        Stream.of(
                                CACHE + CacheDirectory.directory(), "-cp", classPath(), Guardian.class.getName(), file))
                .flatMap(words -> words)
                .toList();
    }

    private static void end(Register mine, Process process) {
        try {
            mine.end();
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroyForcibly(); // it would find nothing to do
        }
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Returns the words of a program that lists itself for the guardian and becomes the program behind it; none without
     * a guardian.
     */
    static List<String> prefix() {
        return prefix(Register.PROCESS);
    }

    /** Returns the same for a fork, which has nothing to save and is killed at once. */
    public static List<String> prefixOfFork() {
        return prefix(Register.FORK);
    }

    private static List<String> prefix(String kind) {
        return register.filter(any -> !ProcessIdentity.isWindows())
                .map(mine -> List.of("sh", "-c", script(kind), mine.file().toString()))
                .orElse(List.of());
    }

    private static String script(String kind) {
        return withholding() + ProcessIdentity.SHELL + "[ -e \"$0\" ] || exit 1; echo \"" + kind
                + " $$ $s\" >>\"$0\" && exec \"$@\"";
    }

    /** Returns the beginning of a script that withholds variables: JMH has its forks inherit all. */
    private static String withholding() {
        return ChildEnvironment.withheld().stream()
                .filter(name -> name.matches("[A-Za-z_]\\w*"))
                .map(name -> "unset " + name + "; ")
                .collect(Collectors.joining());
    }

    /** Lists a process where no prefix has done so. */
    static void started(Process process) {
        if (ProcessIdentity.isWindows()) {
            ProcessIdentity.of(process.pid())
                    .ifPresent(started -> add(Register.PROCESS, Long.toString(started.pid()), started.start()));
        }
    }

    /** Lists a directory that is about to be made, whose name begins with {@link #PREFIX}. */
    public static void makes(Path directory) {
        add(Register.DIRECTORY, directory.toAbsolutePath().toString());
    }

    /** Lists a cgroup that is about to be made. */
    public static void makesCgroup(Path directory) {
        add(Register.CGROUP, directory.toAbsolutePath().toString());
    }

    /** Notes a delegation that is about to begin. */
    static void delegates(Delegation delegation) {
        add(Register.DELEGATION, delegation.cgroup().toString(), delegation.controller());
    }

    /**
     * Lists a container that is about to be made.
     *
     * @param name that no other container has
     */
    public static void makesContainer(String name) {
        add(Register.CONTAINER, name);
    }

    /** Notes the run directory. */
    public static void writes(Path run) {
        add(Register.RUN, run.toAbsolutePath().normalize().toString());
    }

    /**
     * Notes a setting of an external server that is about to be changed.
     *
     * @param url of the server, without secrets
     * @param earlier value; empty where it has none of its own
     */
    public static void changes(String url, String name, Optional<String> earlier) {
        add(
                Register.SETTING,
                Stream.concat(Stream.of(url, name), earlier.stream()).toArray(String[]::new));
    }

    /** Notes that a setting has been put back, or has not been changed. */
    public static void hasPutBack(String url, String name) {
        add(Register.SETTING_IS_BACK, url, name);
    }

    /** Returns whether a setting of an external server is still to be put back. */
    public static boolean hasChanges() {
        return register.filter(mine -> !mine.settings().isEmpty()).isPresent();
    }

    /**
     * Returns the command by which another process puts back what this one has changed; empty without a guardian.
     *
     * @param target whose settings they are
     */
    public static Optional<String> restoring(String target) {
        return register.map(mine -> mine.restoring(target));
    }

    private static void add(String kind, String... fields) {
        register.ifPresent(mine -> {
            try {
                mine.add(kind, fields);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Waits for the end of the process that started this one, and removes what it left, if it left anything. */
    public static void main(String[] arguments) throws IOException {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> join(main)));
        while (System.in.read() >= 0) {
            // nothing is sent
        }
        Register left = new Register(Path.of(arguments[0]));
        if (Files.exists(left.file())) {
            new Leftovers(left).removeOfTheDead();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

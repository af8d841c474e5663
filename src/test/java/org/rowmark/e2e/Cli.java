package org.rowmark.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** bench-cli.jar as a user starts it: a process with arguments, a working directory and an environment. */
public final class Cli {
    private static final Path JAR = Path.of(System.getProperty("rowmark.jar"));
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /** Options for JVMs that live for seconds; forks inherit them. */
    static final List<String> JVM = Arrays.stream(
                    System.getProperty("rowmark.jvm", "").split("\\s+", -1))
            .filter(option -> !option.isEmpty())
            .toList();

    private static final long LONGEST_SECONDS = 900;
    private static final List<String> DEFAULT_SIGNALS = List.of("env", "--default-signal=INT,TERM");

    /** Iterations just long enough to have a result. */
    static final List<String> TINY =
            List.of("--warmups", "1", "--warmup-time", "20ms", "--iterations", "1", "--time", "50ms");

    private final Path directory;
    private final Map<String, String> environment;
    private final List<String> classPath;
    private final List<String> prefix;
    private final List<String> options;

    private Cli(
            Path directory,
            Map<String, String> environment,
            List<String> classPath,
            List<String> prefix,
            List<String> options) {
        this.directory = directory;
        this.environment = environment;
        this.classPath = classPath;
        this.prefix = prefix;
        this.options = options;
    }

    /** What a process left behind. */
    public record Result(int exitCode, String out, String err) {
        /** The only line on standard error. */
        public String error() {
            List<String> lines = err.lines().toList();
            if (lines.size() != 1) {
                throw new AssertionError("expected one line on standard error, found: " + err);
            }
            return lines.get(0);
        }
    }

    public static Path jar() {
        return JAR;
    }

    public static Cli in(Path directory) {
        return new Cli(directory, Map.of(), List.of(), List.of(), List.of());
    }

    public Cli with(Map<String, String> newEnvironment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(newEnvironment);
        return new Cli(directory, all, classPath, prefix, options);
    }

    /** Keeps the cache apart, so that no other test's run reports what a killed run has left. */
    public Cli andCache(Path cache) {
        return with(Map.of("ROWMARK_CACHE", cache.toString()));
    }

    /** Puts a folder on the class path beside the jar. */
    public Cli andClasses(Path folder) {
        return new Cli(directory, environment, List.of(folder.toString()), prefix, options);
    }

    /** A user whose home has no files of Maven but these settings. */
    Cli andHome(Path home, String settings) throws IOException {
        Files.writeString(Files.createDirectories(home.resolve(".m2")).resolve("settings.xml"), settings);
        return new Cli(directory, environment, classPath, prefix, List.of("-Duser.home=" + home));
    }

    /** Lets the process take its JVMs from another Java home than its own. */
    Cli andJavaHome(Path home) {
        return new Cli(directory, environment, classPath, prefix, List.of("-Djava.home=" + home));
    }

    /**
     * Lets SIGINT and SIGTERM end the process: a JVM leaves a signal ignored that it inherits so, as the background jobs
     * of a script do. Skips the test where {@code env} cannot set that.
     */
    Cli interruptible() throws IOException, InterruptedException {
        Process known = new ProcessBuilder(Stream.concat(DEFAULT_SIGNALS.stream(), Stream.of("true"))
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Assumptions.assumeTrue(known.waitFor() == 0, "needs env --default-signal, of GNU coreutils from 8.31 on");
        return new Cli(directory, environment, classPath, DEFAULT_SIGNALS, options);
    }

    public Result run(String... arguments) throws IOException, InterruptedException {
        return finish(start(arguments));
    }

    /** Runs with tiny iterations, so that what is tested is the way and not the numbers. */
    public Result runTiny(String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(TINY);
        return run(all.toArray(String[]::new));
    }

    /** Starts without waiting; standard output and error go to files. */
    public Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(JAVA.toString());
        command.addAll(JVM);
        command.addAll(SharedClasses.options());
        // A temporary directory of its own holds the locks, too: a run elsewhere on the machine does not disturb the
        // test.
        command.add("-Djava.io.tmpdir="
                + Files.createDirectories(directory.resolveSibling(directory.getFileName() + ".tmp")));
        command.addAll(options);
        if (classPath.isEmpty()) {
            command.addAll(List.of("-jar", JAR.toString()));
        } else {
            command.addAll(List.of("-cp", JAR + ":" + String.join(":", classPath), "org.rowmark.cli.Main"));
        }
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(console("out").toFile())
                .redirectError(console("err").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    public Result finish(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + LONGEST_SECONDS + " s: " + read("out"));
        }
        return new Result(process.exitValue(), read("out"), read("err"));
    }

    private String read(String stream) throws IOException {
        return new String(Files.readAllBytes(console(stream)), StandardCharsets.UTF_8);
    }

    private Path console(String stream) {
        return directory.resolveSibling(directory.getFileName() + "." + stream);
    }
}

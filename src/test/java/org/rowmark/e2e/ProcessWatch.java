package org.rowmark.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What could be seen of the processes that a run started, on Linux.
 *
 * @param programs that were started
 * @param readable files of endpoints that somebody else than their owner could read
 * @param passwords of endpoints, by target
 */
public record ProcessWatch(Set<Program> programs, Set<String> readable, Map<String, String> passwords) {
    private static final Pattern NAME = Pattern.compile("\"target\":\\{\"name\":\"([^\"]*)\"");
    private static final Pattern PASSWORD = Pattern.compile("\"endpoint\":.*?\"password\":\"([^\"]*)\"");

    private record Program(String words, String environment) {}

    /**
     * Watches until the run ends.
     *
     * @param data directory of the run
     */
    public static ProcessWatch of(Process run, Path data) throws IOException, InterruptedException {
        ProcessWatch watch = new ProcessWatch(new HashSet<>(), new TreeSet<>(), new TreeMap<>());
        String own = commandLine(run.pid());
        Descendants descendants = new Descendants(run.pid());
        Map<Long, String> known = new HashMap<>(); // a process has another environment only with another program
        while (run.isAlive()) {
            for (long child : descendants.now()) {
                String words = commandLine(child);
                if (words.equals(known.get(child))) {
                    continue;
                }
                Program program = new Program(words, file(child, "environ"));
                boolean isNew = !program.environment.isEmpty() && !watch.programs.contains(program);
                // what is not yet, or only for a moment, the program that was started is a copy of this process
                if (isNew
                        && program.words.equals(commandLine(child))
                        && !program.words.equals(own)
                        && isStarted(program.words)) {
                    watch.programs.add(program);
                    known.put(child, words);
                }
            }
            watch.readEndpoints(data);
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return watch;
    }

    /** Watches likewise, beside what goes on. */
    public static CompletableFuture<ProcessWatch> start(Process run, Path data) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return of(run, data);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Returns their command lines. */
    public List<String> seen() {
        return programs.stream().map(Program::words).toList();
    }

    /** Returns the command lines of those that held a text in them or in the environment, and the readable files. */
    public List<String> holding(String text) {
        return Stream.concat(
                        programs.stream()
                                .filter(program -> (program.words + program.environment).contains(text))
                                .map(Program::words),
                        readable.stream())
                .toList();
    }

    /**
     * Returns whether Rowmark has started it, and not the JDK on its way to it, a shell that becomes a fork, or a library
     * that looks at the machine for a moment: JMH at the JVM, JNA at libraries.
     */
    private static boolean isStarted(String words) {
        return Stream.of("jspawnhelper", "some/fake/Class", "/ldconfig ").noneMatch(words::contains)
                && !(words.startsWith("sh ") && words.contains("ForkedMain"));
    }

    private static String commandLine(long process) {
        return file(process, "cmdline").replace('\0', ' ');
    }

    private static String file(long process, String name) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process), name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    private void readEndpoints(Path data) throws IOException {
        try (Stream<Path> files = Files.find(
                data,
                2,
                (file, attributes) -> file.getFileName().toString().matches("\\.?endpoint.*(?<!\\.late|\\.stacks)"))) {
            for (Path file : files.toList()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                if (!permissions.equals("rw-------")) {
                    readable.add(file + " " + permissions);
                }
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                Matcher name = NAME.matcher(text);
                Matcher password = PASSWORD.matcher(text);
                if (name.find() && password.find()) {
                    passwords.put(name.group(1), password.group(1));
                }
            }
        } catch (NoSuchFileException | UncheckedIOException e) {
            // it was deleted meanwhile
        }
    }
}

package org.rowmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.util.Await;
import org.rowmark.util.ErrorMessages;

/** The processes, directories, cgroups, containers, settings and huge pages that a killed run left behind. */
public final class Leftovers {
    /** The time in which a server may end by itself, so that it frees what the system does not free for it. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** The time for which nothing may appear: a program that was being started lists itself first. */
    private static final Duration QUIET = Duration.ofMillis(500);

    private static final int DELETIONS = 10;

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration INTERVAL = Duration.ofMillis(50);

    private final Register register;
    private final Set<Long> ended = new HashSet<>();

    Leftovers(Register register) {
        this.register = register;
    }

    /**
     * Removes what earlier runs left whose process and whose guardian were killed.
     *
     * @param messages receives a line for each run
     */
    public static void clean(Consumer<String> messages) {
        for (Register register : Register.ofTheDead()) {
            if (register.isGuardianAlive()) {
                continue;
            }
            Leftovers leftovers = new Leftovers(register);
            try {
                String removed = leftovers.remove(Duration.ZERO);
                if (!removed.isEmpty()) {
                    messages.accept("rowmark: removed what a killed run had left: " + removed);
                }
                register.settings().stream()
                        .map(LeftSettings.Setting::url)
                        .distinct()
                        .forEach(url -> messages.accept("rowmark: a killed run changed settings of " + url
                                + "; put them back: " + register.restoring("NAME")));
            } catch (IOException | RuntimeException e) {
                messages.accept("rowmark: what a killed run left cannot be removed: " + ErrorMessages.of(e) + "; see "
                        + register.file());
            }
        }
    }

    /**
     * Ends the processes, then removes the directories, the cgroups and the containers.
     *
     * @param quiet for which nothing may appear before that
     * @return what there was, in words
     */
    String remove(Duration quiet) throws IOException {
        if (register.isOfThisBoot()) {
            endProcesses(quiet);
        }
        int removed = 0;
        for (Path directory : register.paths(Register.DIRECTORY)) {
            removed += delete(directory) ? 1 : 0;
        }
        for (Path cgroup : register.paths(Register.CGROUP)) {
            Files.deleteIfExists(cgroup);
        }
        if (register.isOfThisBoot()) {
            for (Delegation delegation : register.delegations()) {
                delegation.end();
            }
        }
        List<String> names = register.lines(Register.CONTAINER).stream()
                .map(fields -> fields.get(0))
                .toList();
        int containers = LeftContainers.remove(names);
        register.end();
        return Stream.of(
                        count(ended.size(), "process", "processes"),
                        count(removed, "directory", "directories"),
                        count(containers, "container", "containers"))
                .filter(words -> !words.isEmpty())
                .reduce((first, second) -> first + ", " + second)
                .orElse("");
    }

    /** Removes all of it beside a process that has just died. */
    void removeOfTheDead() throws IOException {
        remove(QUIET);
    }

    private static String count(int number, String one, String several) {
        return number == 0 ? "" : number + " " + (number == 1 ? one : several);
    }

    private void endProcesses(Duration quiet) {
        long begun = System.nanoTime();
        AtomicLong last = new AtomicLong(begun);
        Await.until(
                () -> {
                    List<ProcessHandle> forks = alive(register.forks(), Stream.empty());
                    forks.forEach(fork -> end(fork, true));
                    List<ProcessHandle> servers = alive(register.processes(), orphans());
                    long now = System.nanoTime();
                    servers.forEach(server -> end(server, now - begun > GRACE.toNanos()));
                    boolean isQuiet = forks.isEmpty() && servers.isEmpty();
                    if (!isQuiet) {
                        last.set(now);
                    }
                    return isQuiet && now - last.get() >= quiet.toNanos();
                },
                LIMIT,
                INTERVAL);
    }

    private void end(ProcessHandle process, boolean isForced) {
        boolean isFirst = ended.add(process.pid());
        if (isForced) {
            process.destroyForcibly();
        } else if (isFirst) {
            process.destroy();
        }
    }

    /** Lists those of the processes that are alive, the programs that they run, and others. */
    private static List<ProcessHandle> alive(List<ProcessIdentity> listed, Stream<ProcessHandle> others) {
        List<ProcessHandle> started =
                listed.stream().flatMap(process -> process.find().stream()).toList();
        return Stream.of(started.stream(), started.stream().flatMap(ProcessHandle::descendants), others)
                .flatMap(processes -> processes)
                .filter(ProcessIdentity::isAlive)
                .distinct()
                .toList();
    }

    /** Finds the processes that have lost their server. */
    private Stream<ProcessHandle> orphans() {
        return register.begun().stream()
                .flatMap(since -> register.paths(Register.DIRECTORY).stream()
                        .filter(Files::isDirectory)
                        .flatMap(directory -> Orphans.in(directory, since)));
    }

    /** Deletes a directory that Rowmark made; returns whether it was there. */
    private static boolean delete(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || !directory.getFileName().toString().startsWith(Guardian.PREFIX)) {
            return false;
        }
        for (int attempts = 1; Files.exists(directory); attempts++) {
            try {
                PathUtils.deleteDirectory(directory);
            } catch (IOException | UncheckedIOException e) {
                // a dying server writes, or another process removes it, too
                if (attempts == DELETIONS && Files.exists(directory)) {
                    throw e;
                }
            }
        }
        return true;
    }
}

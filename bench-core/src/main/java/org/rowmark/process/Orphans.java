package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Processes that a server left behind when it died. They have lost their parent and have sessions of their own, but
 * their working directory is the server's. Found on Linux only.
 */
final class Orphans {
    private Orphans() {}

    /**
     * Finds the processes that began after this one, work in the directory, or below it, and have lost their parent.
     *
     * @param directory of one server only
     */
    static Stream<ProcessHandle> in(Path directory) {
        Set<ProcessHandle> adopters = adopters();
        Optional<Instant> begun = ProcessHandle.current().info().startInstant();
        return ProcessHandle.allProcesses()
                .filter(process -> worksIn(directory, process))
                .filter(process -> process.info()
                        .startInstant()
                        .filter(start -> begun.isPresent() && !start.isBefore(begun.get()))
                        .isPresent())
                .filter(process -> process.parent().map(adopters::contains).orElse(true));
    }

    /**
     * Finds those that may adopt: the system gives an orphan to an ancestor of its server: to this process only if it
     * is the first of all.
     */
    private static Set<ProcessHandle> adopters() {
        Set<ProcessHandle> adopters = new HashSet<>();
        ProcessHandle current = ProcessHandle.current();
        Optional<ProcessHandle> process = current.parent().or(() -> Optional.of(current));
        while (process.isPresent() && adopters.add(process.get())) {
            process = process.get().parent();
        }
        ProcessHandle.of(1).ifPresent(adopters::add);
        return adopters;
    }

    private static boolean worksIn(Path directory, ProcessHandle process) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
                    .startsWith(directory.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            return false; // not Linux, another user's, or gone
        }
    }
}

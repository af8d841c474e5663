package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The sessions of a PostgreSQL on this machine. The arguments of a session's process state what it does. */
public final class PostgresSessions {
    private PostgresSessions() {}

    /**
     * Waits for a session that does a command.
     *
     * @param above a process above the server
     * @param run which must go on meanwhile
     */
    public static ProcessHandle awaitDoing(String command, ProcessHandle above, Process run)
            throws InterruptedException {
        while (true) {
            Optional<ProcessHandle> found = above.descendants()
                    .filter(process -> isDoing(process, command))
                    .findAny();
            if (found.isPresent()) {
                return found.get();
            }
            assertThat(run.isAlive()).isTrue();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    public static boolean isDoing(ProcessHandle session, String command) {
        try {
            String words = Files.readString(Path.of("/proc", Long.toString(session.pid()), "cmdline"));
            return words.startsWith("postgres: ") && words.contains(" " + command);
        } catch (IOException e) {
            return false; // gone
        }
    }
}

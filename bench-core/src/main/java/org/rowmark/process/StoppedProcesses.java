package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.util.ChildEnvironment;

/** Processes that somebody stopped (SIGSTOP): they end by no other signal than SIGKILL. Found on Linux only. */
final class StoppedProcesses {
    /** In the third field of /proc/PID/stat, behind the program's name in parentheses. */
    private static final String STOPPED = ") T ";

    private StoppedProcesses() {}

    /** Lets those that are stopped go on, so that they can end in order. */
    static void resume(Stream<ProcessHandle> processes) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-CONT"));
        processes
                .map(ProcessHandle::pid)
                .filter(StoppedProcesses::isStopped)
                .forEach(pid -> command.add(Long.toString(pid)));
        if (command.size() == 2) {
            return;
        }
        try {
            ChildEnvironment.of(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            // they are killed after their grace time
        }
    }

    private static boolean isStopped(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                    .contains(STOPPED);
        } catch (IOException e) {
            return false; // not Linux, or gone
        }
    }
}

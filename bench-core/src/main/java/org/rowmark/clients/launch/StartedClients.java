package org.rowmark.clients.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableIntFunction;
import org.rowmark.process.ShutdownActions;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;

/** The client processes of a run, in the order of their numbers; none of clients that are started by hand. */
public final class StartedClients implements AutoCloseable {
    private final List<ClientProcess> processes = new ArrayList<>();
    private final ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);

    /** Starts clients 1 to count one after the other: a host may refuse many logins under way. */
    static StartedClients of(int count, FailableIntFunction<ClientProcess, IOException> start) throws IOException {
        StartedClients started = new StartedClients();
        try {
            for (int number = 1; number <= count; number++) {
                started.add(start.apply(number));
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private synchronized void add(ClientProcess process) {
        processes.add(process);
    }

    /** Returns the host of a client whose process was started here; numbers begin with 1. */
    public Optional<String> host(int number) {
        return process(number).map(ClientProcess::host);
    }

    public Optional<String> ended(int number) {
        return process(number).flatMap(ClientProcess::ended);
    }

    private synchronized Optional<ClientProcess> process(int number) {
        return number > processes.size() ? Optional.empty() : Optional.of(processes.get(number - 1));
    }

    private synchronized void end() {
        processes.forEach(ClientProcess::signalEnd);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ClientProcess.END_SECONDS);
        processes.forEach(process -> process.awaitEnd(end));
    }

    /** Ends the clients that still run; leaves no process, no file, no directory on their hosts but the cached jar. */
    @Override
    public void close() {
        end();
        ShutdownActions.done(undo);
    }

    /** A client, or the {@code ssh} that runs one on another machine. It ends with its input, which ends with this process. */
    static final class ClientProcess {
        /** From the end of its input until a client is killed. */
        static final int GRACE_SECONDS = 5;

        /** The time for {@code ssh} to return from a host that kills and tidies up. */
        static final int END_SECONDS = GRACE_SECONDS + 3;

        private final String host;
        private final Process process;
        private final BufferedReader output;
        private final Writer input;
        private volatile String last = "";

        /** Starts a program, whose environment has no secrets. */
        ClientProcess(String host, List<String> words) throws IOException {
            this.host = host;
            process = ChildEnvironment.of(words).redirectErrorStream(true).start();
            output = process.inputReader(StandardCharsets.UTF_8);
            input = process.outputWriter(StandardCharsets.UTF_8);
        }

        String host() {
            return host;
        }

        /** Returns the next line that it prints; null at the end. */
        String next() throws IOException {
            String line = output.readLine();
            if (line != null && !line.isBlank()) {
                last = line;
            }
            return line;
        }

        /** Writes the lines that it needs, and keeps the last one that it prints from now on. */
        void begin(String lines) throws IOException {
            Thread reader = new Thread(this::read, "rowmark-client-output");
            reader.setDaemon(true);
            reader.start();
            input.write(lines); // stays open: its end ends the client
            input.flush();
        }

        private void read() {
            try {
                while (next() != null) {
                    // only the last line is of interest
                }
            } catch (IOException e) {
                // it has ended
            }
        }

        /** Returns why it has ended, if it has. */
        Optional<String> ended() {
            return process.isAlive()
                    ? Optional.empty()
                    : Optional.of("exit code " + process.exitValue() + (last.isEmpty() ? "" : ", " + lastLine()));
        }

        String lastLine() {
            return ErrorMessages.oneLine(Secrets.scrub(last));
        }

        void signalEnd() {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // it has ended
            }
        }

        /** Waits for its end until a time of {@link System#nanoTime}, and kills it then. */
        void awaitEnd(long end) {
            try {
                if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}

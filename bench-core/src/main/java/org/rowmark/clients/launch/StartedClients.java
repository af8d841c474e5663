package org.rowmark.clients.launch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableIntFunction;
import org.rowmark.process.ShutdownActions;

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
}

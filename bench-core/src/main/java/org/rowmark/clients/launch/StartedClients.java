package org.rowmark.clients.launch;

import java.util.List;
import java.util.Optional;

/** Client processes that were started. */
public interface StartedClients extends AutoCloseable {
    /** Returns the names of the clients' hosts in the order of their numbers; for reports. */
    List<String> hosts();

    /** Returns why a client has ended (exit code and its last line of output), if it has; numbers begin with 1. */
    Optional<String> ended(int number);

    /** Ends the clients that still run; leaves no process, no file, no directory on their hosts but the cached jar. */
    @Override
    void close();
}

package org.rowmark.clients.launch;

import java.io.IOException;

/** A way to start the client processes of a run, on this machine or on others. */
public interface ClientLauncher {
    /** Returns how many clients it can start at most. */
    int size();

    /**
     * Starts clients 1 to count; each executes {@code client --join HOST:PORT --token FILE --number i/count}.
     *
     * @throws IOException if one of them cannot be started; none is left then
     */
    StartedClients start(Invitation invitation, int count) throws IOException;
}

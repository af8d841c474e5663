package org.rowmark.clients.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.rowmark.util.Secret;

/** A way to start the client processes of a run, on this machine or on others. */
@FunctionalInterface
public interface ClientLauncher {
    /**
     * Starts clients 1 to count; each executes {@code client --join HOST:PORT --token FILE --number i/count}.
     *
     * @throws IOException if one of them cannot be started; none is left then
     */
    StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException;
}

package org.rowmark.clients.launch;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rowmark.util.ShutdownActions;

/** Clients that were started through SSH. */
final class SshClients implements StartedClients {
    private final List<RemoteClient> clients;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);

    /** @param clients in the order of their numbers */
    SshClients(List<RemoteClient> clients) {
        this.clients = List.copyOf(clients);
    }

    @Override
    public List<String> hosts() {
        return clients.stream().map(client -> client.host().name()).toList();
    }

    @Override
    public Optional<String> ended(int number) {
        return clients.get(number - 1).ended();
    }

    @Override
    public void close() {
        end();
        ShutdownActions.done(undo);
    }

    private void end() {
        if (closed.compareAndSet(false, true)) {
            clients.forEach(RemoteClient::signalEnd);
            clients.forEach(RemoteClient::awaitEnd);
        }
    }
}

package org.rowmark.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.rowmark.clients.launch.ClientLauncher;
import org.rowmark.clients.launch.HandLauncher;
import org.rowmark.clients.launch.LocalLauncher;
import org.rowmark.options.ClientsChoice;
import org.rowmark.plan.RunRequest;
import org.rowmark.run.clients.ClientForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;

/**
 * The forks of a run: those of this process, or of clients.
 *
 * @param forks measure the cells
 * @param clients to end with the run; empty where this process measures
 */
record RunForks(Fork.Measuring forks, Optional<ClientForks> clients) implements AutoCloseable {

    /**
     * Begins to have clients, where the request has some.
     *
     * @param own the forks of this process
     * @param data directory of the run's data
     * @param output the run directory
     */
    static RunForks of(RunRequest request, Fork.Measuring own, Path data, Path output, RunListener listener)
            throws IOException {
        if (request.clients().isEmpty()) {
            return new RunForks(own, Optional.empty());
        }
        InetSocketAddress listen =
                request.listen().orElse(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        ClientsChoice choice = request.clients().get();
        ClientForks clients = ClientForks.start(
                launcher(request, output, listener),
                listen,
                choice.most(),
                RowmarkVersion.WITH_COMMIT,
                data,
                output);
        return new RunForks(clients, Optional.of(clients));
    }

    private static ClientLauncher launcher(RunRequest request, Path output, RunListener listener) {
        int most = request.clients().orElseThrow().most();
        return request.listen().isPresent()
                ? new HandLauncher(
                        most, output.resolveSibling(output.getFileName() + ".token"), listener::awaitsClients)
                : new LocalLauncher(JoinedClient.class.getName(), most);
    }

    @Override
    public void close() {
        clients.ifPresent(ClientForks::close);
    }
}

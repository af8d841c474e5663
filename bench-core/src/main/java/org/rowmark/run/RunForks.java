package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.rowmark.clients.launch.ClientLauncher;
import org.rowmark.clients.launch.ClientsFile;
import org.rowmark.clients.launch.HandLauncher;
import org.rowmark.clients.launch.LocalLauncher;
import org.rowmark.clients.launch.SshLauncher;
import org.rowmark.options.ClientOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.run.clients.ClientForks;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;

/**
 * The forks of a run: those of this process, or of clients.
 *
 * @param clients to end with the run; empty where this process measures
 */
record RunForks(Fork.Measuring forks, Optional<ClientForks> clients) implements AutoCloseable {

    /**
     * Begins to have clients, where the request has some.
     *
     * @param own the forks of this process
     * @param data directory of the run's data
     */
    static RunForks of(RunRequest request, Fork.Measuring own, Path data, Path output, RunListener listener)
            throws IOException {
        if (request.load().clients().isEmpty()) {
            return new RunForks(own, Optional.empty());
        }
        ClientOptions options = request.load().clients().get();
        ClientForks clients = ClientForks.start(
                launcher(options, output, listener), options, RowmarkVersion.WITH_COMMIT, data, output);
        return new RunForks(clients, Optional.of(clients));
    }

    private static ClientLauncher launcher(ClientOptions options, Path output, RunListener listener) {
        Optional<Path> file = options.choice().file();
        if (file.isPresent()) {
            return SshLauncher.of(ClientsFile.read(file.get()));
        }
        return options.listen().isPresent()
                ? new HandLauncher(tokenFile(output), listener::awaitsClients)
                : new LocalLauncher(JoinedClient.class.getName());
    }

    /** Returns a file beside the run directory; in it if that is a root directory. */
    static Path tokenFile(Path output) {
        Path directory = output.toAbsolutePath().normalize();
        Path name = directory.getFileName();
        return name == null ? directory.resolve("rowmark.token") : directory.resolveSibling(name + ".token");
    }

    @Override
    public void close() {
        clients.ifPresent(ClientForks::close);
    }
}

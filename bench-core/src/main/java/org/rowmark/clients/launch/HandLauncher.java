package org.rowmark.clients.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.SocketAddresses;

/**
 * Clients that are started by hand, or by what the user has for that: only the token file is written here.
 *
 * @param file takes the token
 * @param instructions takes what is to be done, in words
 */
public record HandLauncher(int size, Path file, Consumer<String> instructions) implements ClientLauncher {

    @Override
    public StartedClients start(Invitation invitation, int count) throws IOException {
        Files.deleteIfExists(file);
        Files.writeString(Files.createFile(file, FilePermissions.ownerOnly(file)), invitation.token() + "\n");
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.FILES, this::remove);
        String who = count == 1 ? "client 1" : "clients 1 to " + count;
        instructions.accept("waiting for " + who + "; copy " + file.toAbsolutePath()
                + " to their machines and start each: ./rowmark client --join "
                + SocketAddresses.text(invitation.coordinator()) + " --token " + file.getFileName()
                + " --number 1/" + count + (count == 1 ? "" : " to " + count + "/" + count));
        return new StartedClients() {
            @Override
            public List<String> hosts() {
                return List.of();
            }

            @Override
            public Optional<String> ended(int number) {
                return Optional.empty();
            }

            @Override
            public void close() {
                remove();
                ShutdownActions.done(undo);
            }
        };
    }

    private void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

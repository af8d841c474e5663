package org.rowmark.clients.launch;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secrets;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.SocketAddresses;

/**
 * Client processes on this machine, with this JVM and this class path. They end with this one: their input ends then.
 *
 * @param mainClass takes the options of {@code client}
 */
public record LocalLauncher(String mainClass, int size) implements ClientLauncher {
    private static final String HOST = "this machine";
    private static final long GRACE_SECONDS = 5;

    @Override
    public StartedClients start(Invitation invitation, int count) throws IOException {
        Started started = new Started();
        try {
            for (int number = 1; number <= count; number++) {
                started.add(invitation, number + "/" + count, command());
            }
            return started;
        } catch (IOException e) {
            started.close();
            throw e;
        }
    }

    private List<String> command() {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // it only waits; its forks have the flags of the run
                "-Xss512k",
                mainClass);
    }

    /** A process and the last line that it printed. */
    private static final class Client {
        private final Process process;
        private volatile String last = "";

        Client(Process process) {
            this.process = process;
        }

        /** Reads what it prints, to its end. */
        void read() {
            try (LineSplitter lines = new LineSplitter(line -> last = line.isBlank() ? last : line)) {
                process.getInputStream().transferTo(lines);
            } catch (IOException e) {
                // it has ended
            }
        }
    }

    /** The processes. */
    private static final class Started implements StartedClients {
        private final List<Client> clients = new ArrayList<>();
        private final ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);

        void add(Invitation invitation, String number, List<String> command) throws IOException {
            List<String> words = new ArrayList<>(command);
            words.addAll(List.of(
                    "--join", SocketAddresses.text(invitation.coordinator()), "--token", "-", "--number", number));
            Client client = new Client(
                    ChildEnvironment.of(words).redirectErrorStream(true).start());
            clients.add(client);
            Thread reader = new Thread(client::read, "rowmark-client-output");
            reader.setDaemon(true);
            reader.start();
            Writer token = client.process.outputWriter(StandardCharsets.UTF_8);
            token.write(invitation.token() + "\n"); // stays open: its end ends the client
            token.flush();
        }

        @Override
        public List<String> hosts() {
            return Collections.nCopies(clients.size(), HOST);
        }

        @Override
        public Optional<String> ended(int number) {
            Client client = clients.get(number - 1);
            return client.process.isAlive()
                    ? Optional.empty()
                    : Optional.of("exit code " + client.process.exitValue()
                            + (client.last.isEmpty() ? "" : ", " + Secrets.scrub(client.last)));
        }

        @Override
        public void close() {
            end();
            ShutdownActions.done(undo);
        }

        private void end() {
            for (Client client : clients) {
                try {
                    client.process.getOutputStream().close();
                } catch (IOException e) {
                    // it has ended
                }
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
            for (Client client : clients) {
                try {
                    if (!client.process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        client.process.destroyForcibly();
                    }
                } catch (InterruptedException e) {
                    client.process.destroyForcibly();
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}

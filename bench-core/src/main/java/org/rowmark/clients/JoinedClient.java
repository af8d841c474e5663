package org.rowmark.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.clients.coordination.ClientNumber;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/** The process of a client that joins a run: what the command {@code client} does. */
public final class JoinedClient {
    private static final String INPUT = "-";

    private JoinedClient() {}

    /**
     * Joins a run and measures until it ends.
     *
     * @param token the file with the token; {@code -} for standard input, with whose end this process ends, too
     * @throws IOException if the coordinator is gone before the run has ended
     */
    public static void join(String join, String token, String number) throws IOException {
        InetSocketAddress address = SocketAddresses.parse("--join", join);
        if (address.isUnresolved()) {
            throw new UsageException(
                    "--join " + join + ": that host is not known; give the address that the run names");
        }
        ClientNumber parsed = ClientNumber.parse(number);
        Client.join(address, Secret.of(token(token)), parsed);
    }

    private static String token(String file) throws IOException {
        String token;
        if (file.equals(INPUT)) {
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            token = input.readLine();
            endWith(input);
        } else if (Files.isRegularFile(Path.of(file))) {
            token = Files.readString(Path.of(file));
        } else {
            throw new UsageException("--token " + file + " is no file; give the token file that the run wrote, or -");
        }
        if (token == null || token.isBlank()) {
            throw new UsageException("--token " + file + ": it is empty; give the token of the run");
        }
        return token.strip();
    }

    /** Ends this process when its standard input ends: the one that started it is gone. */
    private static void endWith(BufferedReader input) {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (input.read() >= 0) {
                            // nothing is sent
                        }
                    } catch (IOException e) {
                        // likewise gone
                    }
                    System.exit(0);
                },
                "rowmark-client-parent");
        watch.setDaemon(true);
        watch.start();
    }

    /** Runs the command {@code client}, without its name, where there is no command line: all options in their order. */
    public static void main(String... arguments) {
        try {
            join(arguments[1], arguments[3], arguments[5]);
        } catch (IOException | UsageException e) {
            System.err.println("rowmark: " + ErrorMessages.of(e));
            System.exit(1);
        }
        System.exit(0);
    }
}

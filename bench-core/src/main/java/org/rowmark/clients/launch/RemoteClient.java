package org.rowmark.clients.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.LineSplitter;

/** A client process on another host, with a temporary directory of its own and an SSH connection of its own. */
final class RemoteClient {
    /** From the end of its input until it is killed. */
    private static final int GRACE_SECONDS = 10;

    /** The same with the time that the host takes to tidy up. */
    private static final Duration END = Duration.ofSeconds(GRACE_SECONDS + 5);

    /**
     * Arguments: checksum of the jar, list of CPUs or nothing, Java, seconds of grace, and the client's own. The input
     * is the client's; when it ends, as it does with the connection, so does the client, which only waits for its forks.
     */
    private static final String SCRIPT = """
            umask 077
            directory=$(mktemp -d "${TMPDIR:-/tmp}/rowmark-client.XXXXXX") || exit 1
            mkfifo "$directory/input" && cd "$directory" || exit 1
            jar="$HOME/.cache/rowmark/jars/$1.jar" cores=$2 java=$3 grace=$4
            shift 4
            # Without performance data: containers that share /tmp warn of each other's.
            set -- "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \
                "-Djava.io.tmpdir=$directory" -jar "$jar" "$@"
            [ -z "$cores" ] || set -- taskset -c "$cores" "$@"
            trap : HUP INT TERM
            exec 3<&0
            "$@" < "$directory/input" 3<&- &
            client=$!
            (cat; kill -TERM $client; sleep $grace; kill -KILL $client) <&3 > "$directory/input" 2>/dev/null &
            wait $client 2>/dev/null # without "Killed"
            code=$?
            while kill -0 $client 2>/dev/null; do # a signal came first
                wait $client 2>/dev/null
                code=$?
            done
            trap '' TERM
            kill -TERM 0
            rm -rf "$directory"
            exit $code
            """;

    private final SshConnection connection;
    private final ChannelExec channel;
    private final OutputStream input;
    private volatile String lastLine = "";

    /**
     * Starts the client on a prepared host.
     *
     * @param jar checksum
     * @param number such as {@code 3/8}
     */
    RemoteClient(SshConnection connection, String jar, Invitation invitation, String number) throws IOException {
        this.connection = connection;
        ClientHost host = connection.host();
        int port = connection.forward(invitation.coordinator());
        channel = connection.start(
                SCRIPT,
                List.of(
                        jar,
                        host.cores().orElse(""),
                        host.java(),
                        Integer.toString(GRACE_SECONDS),
                        "client",
                        "--join",
                        "127.0.0.1:" + port,
                        "--token",
                        "-",
                        "--number",
                        number),
                new LineSplitter(this::keepLast));
        input = channel.getInvertedIn();
        input.write((invitation.token().strip() + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    private void keepLast(String line) {
        if (!line.isBlank()) {
            lastLine = line;
        }
    }

    ClientHost host() {
        return connection.host();
    }

    /** Returns why it has ended, if it has. */
    Optional<String> ended() {
        if (channel.isOpen()) {
            return Optional.empty();
        }
        String how = channel.getExitStatus() == null
                ? "the SSH connection to " + host() + " is lost"
                : "exit code " + channel.getExitStatus();
        return Optional.of(lastLine.isEmpty() ? how : how + ": " + ErrorMessages.oneLine(lastLine));
    }

    /** Ends its input, and so the client. */
    void signalEnd() {
        try {
            input.close();
        } catch (IOException e) {
            connection.close(); // which ends its input too
        }
    }

    /** Waits until it has ended and its directory is removed, for a limited time. */
    void awaitEnd() {
        channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), END);
        connection.close();
    }
}

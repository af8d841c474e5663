package org.rowmark.clients.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.rowmark.clients.launch.StartedClients.ClientProcess;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;
import org.rowmark.util.UsageException;

/** Clients on other machines, each started by the system's {@code ssh}, through which it reaches the coordinator. */
public record SshLauncher(List<ClientHost> hosts, Path jar, List<String> ssh) implements ClientLauncher {
    /** No question, no shared connection, and a host is lost that leaves three signs of life unanswered. */
    private static final List<String> OPTIONS = Stream.of(
                    "BatchMode=yes",
                    "ConnectTimeout=10",
                    "ServerAliveInterval=5",
                    "ServerAliveCountMax=3",
                    "ExitOnForwardFailure=yes",
                    "ControlMaster=no",
                    "ControlPath=none",
                    "LogLevel=INFO")
            .flatMap(option -> Stream.of("-o", option))
            .toList();

    /** The exit code of {@code ssh} when it has not run the program. */
    private static final int OWN_FAILURE = 255;

    private static final Pattern PORT = Pattern.compile("Allocated port (\\d+) for remote forward .*");

    /** Arguments: checksum of the jar, which is the input, Java, and a list of CPUs or nothing. */
    private static final String PREPARE = """
            "$2" -version >/dev/null 2>&1 \\
                || { echo "java: '$2' does not run there; install Java 17 or later, or give its path"; exit 1; }
            [ -z "$3" ] || taskset -c "$3" true || exit 1
            sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }
            umask 077
            jars="$HOME/.cache/rowmark/jars"
            [ -f "$jars/$1.jar" ] && [ "$(sha256 < "$jars/$1.jar")" = "$1" ] && exit 0
            mkdir -p "$jars" && part=$(mktemp "$jars/.part.XXXXXX") || exit 1
            trap 'rm -f "$part"' EXIT
            cat > "$part" || exit 1
            [ "$(sha256 < "$part")" = "$1" ] || { echo 'the jar did not arrive whole'; exit 1; }
            mv "$part" "$jars/$1.jar"
            """;

    /**
     * Arguments: checksum of the jar, Java, list of CPUs or nothing, seconds of grace, and the client's number. The
     * input is the port of the coordinator there, and the client's input; when it ends, as it does with the
     * connection, so does the client.
     */
    private static final String CLIENT = """
            umask 077
            directory=$(mktemp -d "${TMPDIR:-/tmp}/rowmark-client.XXXXXX") || exit 1
            mkfifo "$directory/input" && cd "$directory" || exit 1
            jar="$HOME/.cache/rowmark/jars/$1.jar" java=$2 cores=$3 grace=$4 number=$5
            read -r port
            # Without performance data: containers that share /tmp warn of each other's.
            set -- "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData \\
                "-Djava.io.tmpdir=$directory" -jar "$jar" \\
                client --join "127.0.0.1:$port" --token - --number "$number"
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

    /** @throws UsageException if Rowmark runs from something else than one jar */
    public static SshLauncher of(List<ClientHost> hosts) {
        Path jar = Path.of(System.getProperty("java.class.path"));
        if (!Files.isRegularFile(jar)) {
            throw new UsageException("a clients file needs Rowmark as one jar, which is copied to the clients: run"
                    + " java -jar bench-cli.jar");
        }
        return new SshLauncher(hosts, jar, List.of("ssh"));
    }

    @Override
    public StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException {
        String checksum;
        try (InputStream bytes = Files.newInputStream(jar)) {
            checksum = DigestUtils.sha256Hex(bytes);
        }
        for (ClientHost host : hosts.stream().limit(count).distinct().toList()) {
            prepare(host, checksum);
        }
        return StartedClients.of(count, number -> {
            ClientHost host = hosts.get(number - 1);
            String forward = "-R127.0.0.1:0:" + SocketAddresses.text(coordinator);
            List<String> words = command(
                    host,
                    List.of(forward),
                    CLIENT,
                    checksum,
                    host.java(),
                    host.cores(),
                    "" + ClientProcess.GRACE_SECONDS,
                    number + "/" + count);
            ClientProcess client = new ClientProcess(host.host(), words);
            client.begin(port(client, forward) + "\n" + token.reveal() + "\n");
            return client;
        });
    }

    private void prepare(ClientHost host, String checksum) throws IOException {
        Process process = ChildEnvironment.of(command(
                        host, List.of("-o", "ClearAllForwardings=yes"), PREPARE, checksum, host.java(), host.cores()))
                .redirectErrorStream(true)
                .start();
        try (OutputStream input = process.getOutputStream()) {
            Files.copy(jar, input);
        } catch (IOException e) {
            // the host has it, or what is printed is the reason
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                String last = printed.lines()
                        .filter(line -> !line.isBlank())
                        .reduce((first, second) -> second)
                        .orElse("exit code " + process.exitValue());
                throw failure(host.host(), ErrorMessages.oneLine(last), process.exitValue(), "");
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while clients were started", e);
        }
    }

    /** Waits for the port of the host that leads to the coordinator. */
    private static String port(ClientProcess client, String forward) throws IOException {
        String line = client.next();
        while (line != null) {
            Matcher allocated = PORT.matcher(line);
            if (allocated.matches()) {
                return allocated.group(1);
            }
            line = client.next();
        }
        throw failure(client.host(), client.lastLine(), OWN_FAILURE, forward + " ");
    }

    private static IOException failure(String host, String words, int exitCode, String forward) {
        String trial = "; try: ssh -o BatchMode=yes " + forward + host + " true";
        return new IOException(host + ": " + words + (exitCode == OWN_FAILURE ? trial : ""));
    }

    /** Returns the command that runs a script in a POSIX shell, whatever the user's own shell is. */
    private List<String> command(ClientHost host, List<String> options, String script, String... arguments) {
        List<String> words = new ArrayList<>(ssh);
        words.add("-T");
        words.addAll(OPTIONS);
        words.addAll(options);
        words.add(host.host());
        words.add(Stream.concat(Stream.of(script, "rowmark"), Stream.of(arguments))
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "exec sh -c ", "")));
        return words;
    }
}

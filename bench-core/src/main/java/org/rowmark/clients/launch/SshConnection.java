package org.rowmark.clients.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.forward.ForwardingFilter;
import org.apache.sshd.server.forward.TcpForwardingFilter;
import org.rowmark.util.Durations;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** An SSH connection to the host of a client, whose key was verified; it ends when the host no longer answers. */
final class SshConnection implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int UNANSWERED_KEEP_ALIVES = 3;

    /** Of each connection; the library's default is one more than processors, for a server. */
    private static final int THREADS = 2;

    static {
        // Bouncy Castle for keys and signatures only: Oracle's JDK takes ciphers, key agreements and MACs from signed
        // jars alone, and its signature is lost in this one.
        List.of("Cipher", "KeyAgreement", "Mac")
                .forEach(kind -> System.setProperty("org.apache.sshd.security.provider.BC." + kind, "none"));
    }

    private final ClientHost host;
    private final SshClient client;
    private final ClientSession session;

    private SshConnection(ClientHost host, SshClient client, ClientSession session) {
        this.host = host;
        this.client = client;
        this.session = session;
    }

    /**
     * Connects and logs in.
     *
     * @param betweenKeepAlives a host that leaves three without an answer is lost
     * @throws UsageException if the host's key is not known or the host refuses the user's
     * @throws IOException if the host does not answer
     */
    static SshConnection open(ClientHost host, Duration betweenKeepAlives) throws IOException {
        KnownHosts known = new KnownHosts(host);
        SshClient client = client(host, known);
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, betweenKeepAlives);
        try {
            client.start();
            ClientSession session = connect(client, host);
            logIn(session, host, known);
            return new SshConnection(host, client, session);
        } catch (IOException | RuntimeException e) {
            client.stop();
            throw e;
        }
    }

    private static SshClient client(ClientHost host, KnownHosts known) {
        SshClient client = SshClient.setUpDefaultClient();
        client.setServerKeyVerifier(known);
        client.setSignatureFactories(known.knownFirst(client.getSignatureFactories()));
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        client.setKeyIdentityProvider(host.key()
                .map(file -> KeyIdentityProvider.wrapKeyPairs(keys(file)))
                .orElse(KeyIdentityProvider.EMPTY_KEYS_PROVIDER));
        host.agent().map(SshAgentSocket::factory).ifPresent(client::setAgentFactory);
        client.setForwardingFilter(ForwardingFilter.asForwardingFilter(null, null, new ForwardedOnly()));
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, UNANSWERED_KEEP_ALIVES);
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO_WORKERS.set(client, THREADS);
        return client;
    }

    /** The permission for what was asked for: from the host to the coordinator. */
    private static final class ForwardedOnly implements TcpForwardingFilter {
        @Override
        public boolean canListen(SshdSocketAddress address, Session session) {
            return false;
        }

        @Override
        public boolean canConnect(Type type, SshdSocketAddress address, Session session) {
            return type == Type.Forwarded;
        }
    }

    private static Iterable<KeyPair> keys(Path file) {
        Iterable<KeyPair> keys;
        try (InputStream bytes = Files.newInputStream(file)) {
            keys = SecurityUtils.loadKeyPairIdentities(null, new PathResource(file), bytes, FilePasswordProvider.EMPTY);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw noKey(file, " (" + ErrorMessages.of(e) + ")", e);
        }
        if (keys == null) {
            throw noKey(file, "", null);
        }
        return keys;
    }

    private static UsageException noKey(Path file, String detail, Exception cause) {
        return new UsageException(
                "key: " + file + " is no private key without a passphrase" + detail
                        + "; add one with a passphrase to an SSH agent, and leave key: out",
                cause);
    }

    private static ClientSession connect(SshClient client, ClientHost host) throws IOException {
        try {
            if (new InetSocketAddress(host.name(), host.port()).isUnresolved()) {
                throw new UnknownHostException(host.name());
            }
            return client.connect(host.user(), host.name(), host.port())
                    .verify(CONNECT)
                    .getSession();
        } catch (IOException e) {
            throw new IOException(
                    host + ": no SSH connection within " + Durations.text(CONNECT) + ": " + ErrorMessages.of(e), e);
        }
    }

    private static void logIn(ClientSession session, ClientHost host, KnownHosts known) throws IOException {
        try {
            session.auth().verify(ANSWER);
        } catch (IOException e) {
            if (known.refusal().isPresent()) {
                throw new UsageException(known.refusal().get(), e);
            }
            if (!session.isOpen()) {
                throw new IOException(host + ": SSH connection lost: " + ErrorMessages.of(e), e);
            }
            String key = host.key().map(file -> "the key " + file).orElse("the keys of the SSH agent");
            throw new UsageException(
                    host + " refuses " + key + "; add the public key to ~/.ssh/authorized_keys there", e);
        }
    }

    /**
     * Makes the coordinator reachable on the host.
     *
     * @return the port there, on its loopback address
     */
    int forward(InetSocketAddress coordinator) throws IOException {
        try {
            return session.startRemotePortForwarding(
                            new SshdSocketAddress("127.0.0.1", 0), new SshdSocketAddress(coordinator))
                    .getPort();
        } catch (IOException e) {
            throw new IOException(
                    host + " forwards no port to the coordinator (" + ErrorMessages.of(e)
                            + "); it needs AllowTcpForwarding yes or remote in its sshd_config",
                    e);
        }
    }

    /**
     * Runs a shell script to its end.
     *
     * @param input file that it reads; empty for none
     * @return what it printed
     * @throws IOException if it fails, with its last line of errors
     */
    String run(String script, List<String> arguments, Optional<Path> input, Duration limit) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try (ChannelExec channel = session.createExecChannel(command(script, arguments))) {
            channel.setOut(output);
            channel.setErr(errors);
            channel.open().verify(ANSWER);
            try (OutputStream to = channel.getInvertedIn()) {
                if (input.isPresent()) {
                    Files.copy(input.get(), to);
                }
            } catch (IOException e) {
                throw failure(channel, errors, limit, ErrorMessages.of(e));
            }
            if (!Integer.valueOf(0).equals(awaitEnd(channel, limit))) {
                throw failure(channel, errors, limit, "exit code " + channel.getExitStatus());
            }
            return output.toString(StandardCharsets.UTF_8);
        }
    }

    private static Integer awaitEnd(ChannelExec channel, Duration limit) {
        channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), limit);
        return channel.getExitStatus();
    }

    /** Returns the failure of a script, with its own words where it has some. */
    private IOException failure(ChannelExec channel, ByteArrayOutputStream errors, Duration limit, String otherwise) {
        Integer code = awaitEnd(channel, limit);
        String words = errors.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((first, last) -> last)
                .orElse(code == null ? "no end within " + Durations.text(limit) : otherwise);
        return new IOException(host + ": " + ErrorMessages.oneLine(words));
    }

    /**
     * Starts a shell script.
     *
     * @param output takes what it prints, errors too
     */
    ChannelExec start(String script, List<String> arguments, OutputStream output) throws IOException {
        ChannelExec channel = session.createExecChannel(command(script, arguments));
        channel.setRedirectErrorStream(true);
        channel.setOut(output);
        channel.open().verify(ANSWER);
        return channel;
    }

    /** Returns the command that runs a script in a POSIX shell, whatever the user's own shell is. */
    private static String command(String script, List<String> arguments) {
        return Stream.concat(Stream.of(script, "rowmark"), arguments.stream())
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "exec sh -c ", ""));
    }

    /** Returns whether the host answered the last keep-alives. */
    boolean isOpen() {
        return session.isOpen();
    }

    ClientHost host() {
        return host;
    }

    @Override
    public void close() {
        session.close(true);
        client.stop();
    }
}

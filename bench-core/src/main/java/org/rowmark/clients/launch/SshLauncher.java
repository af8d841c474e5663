package org.rowmark.clients.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.codec.digest.DigestUtils;
import org.rowmark.util.UsageException;

/** Clients on other machines, started through SSH: each reaches the coordinator through its connection. */
final class SshLauncher implements ClientLauncher {
    /** At a time: a server with its default settings may refuse more than ten logins under way. */
    private static final int STARTS = 8;

    private final List<ClientHost> hosts;
    private final Path jar;
    private final Duration betweenKeepAlives;
    private final Map<String, Object> accounts = new ConcurrentHashMap<>();

    /**
     * @param hosts one per client
     * @param jar what they run
     */
    SshLauncher(List<ClientHost> hosts, Path jar) {
        this(hosts, jar, Duration.ofSeconds(5));
    }

    /** @param betweenKeepAlives a host that leaves three without an answer is lost */
    SshLauncher(List<ClientHost> hosts, Path jar, Duration betweenKeepAlives) {
        this.hosts = List.copyOf(hosts);
        this.jar = jar;
        this.betweenKeepAlives = betweenKeepAlives;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    /**
     * @throws UsageException if a host refuses the user, is not known, or lacks something
     * @throws IOException if a host does not answer; no client runs then
     */
    @Override
    public StartedClients start(Invitation invitation, int count) throws IOException {
        if (count < 1 || count > size()) {
            throw new UsageException("clients: " + count + "; the clients file has " + size());
        }
        String checksum;
        try (InputStream bytes = Files.newInputStream(jar)) {
            checksum = DigestUtils.sha256Hex(bytes);
        }
        List<Callable<RemoteClient>> starts = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            ClientHost host = hosts.get(number - 1);
            String name = number + "/" + count;
            starts.add(() -> start(host, checksum, invitation, name));
        }
        return started(starts);
    }

    private static SshClients started(List<Callable<RemoteClient>> starts) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(STARTS, starts.size()));
        List<RemoteClient> clients = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        try {
            for (Future<RemoteClient> start : threads.invokeAll(starts)) {
                try {
                    clients.add(start.get());
                } catch (ExecutionException e) {
                    failures.add(e.getCause());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add(new InterruptedIOException("interrupted while clients were started"));
        } finally {
            threads.shutdownNow();
        }
        SshClients started = new SshClients(clients);
        if (!failures.isEmpty()) {
            started.close();
            throw failure(failures.get(0));
        }
        return started;
    }

    /** Returns the failure with its message as it is: it names the host. */
    private static IOException failure(Throwable failure) {
        if (failure instanceof UsageException usage) {
            throw new UsageException(usage.getMessage(), usage);
        }
        return new IOException(failure.getMessage(), failure);
    }

    private RemoteClient start(ClientHost host, String checksum, Invitation invitation, String number)
            throws IOException {
        SshConnection connection = SshConnection.open(host, betweenKeepAlives);
        try {
            synchronized (accounts.computeIfAbsent(host.toString(), account -> new Object())) {
                PreparedHost.prepare(connection, jar, checksum);
            }
            return new RemoteClient(connection, checksum, invitation, number);
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }
}

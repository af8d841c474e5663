package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.file.PathUtils;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;

/**
 * An embedded ZooKeeper server on the loopback interface, and the orchestrating process's end of the coordination: the
 * clients that have joined, and their messages. What the server writes is in a directory that only its owner can read,
 * and removed at the end. It has no web server and no four-letter words.
 */
public final class Coordinator<M> implements AutoCloseable {
    /** The unit of the server's clock; sessions last from 2 to 20 of these. */
    private static final int TICK_MILLIS = 1000;

    private static final String MESSAGE = "-";

    private final ServerCnxnFactory connections;
    private final Path directory;
    private final Class<M> type;
    private final BlockingQueue<Event<M>> events = new LinkedBlockingQueue<>();
    private CoordinatorSession session;

    private Coordinator(InetSocketAddress listen, Path parent, Class<M> type) throws IOException {
        this.type = type;
        connections = ServerCnxnFactory.createFactory(listen, 0); // any number of connections
        directory = Files.createDirectory(parent.resolve("coordinator"));
        FilePermissions.set(directory, "rwx------");
    }

    public enum Kind {
        JOINED,
        SENT,
        LEFT
    }

    /** Something that a client did; the content of a message is empty if it cannot be read. */
    public record Event<M>(Kind kind, int number, Optional<M> content) {}

    /** Starts a coordinator on a loopback address; connections that begin no session are closed after ten seconds. */
    public static <M> Coordinator<M> start(
            InetSocketAddress listen, Path parent, Secret token, int clients, Class<M> type) throws IOException {
        CoordinatorSession.limit();
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.4lw.commands.whitelist", "");
        System.setProperty("zookeeper.forceSync", "no"); // nothing of it outlives the run
        System.setProperty("zookeeper.preAllocSize", "1024"); // KiB of its log
        Coordinator<M> coordinator = new Coordinator<>(listen, parent, type);
        try {
            coordinator.begin(token, clients);
            return coordinator;
        } catch (IOException | RuntimeException e) {
            coordinator.close();
            throw e;
        }
    }

    private void begin(Secret token, int clients) throws IOException {
        CoordinatorSession.run(() -> {
            connections.startup(new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS));
            return null;
        });
        session = CoordinatorSession.open(address(), token);
        session.prepare(clients);
        CuratorCache nodes = CuratorCache.build(session.curator(), CoordinatorSession.FROM);
        nodes.listenable()
                .addListener(CuratorCacheListener.builder()
                        .forCreates(this::created)
                        .forDeletes(this::deleted)
                        .build());
        nodes.start();
    }

    private static String name(ChildData node) {
        String path = node.getPath();
        return path.substring(Math.min(CoordinatorSession.FROM.length() + 1, path.length()));
    }

    private void created(ChildData node) {
        String name = name(node);
        if (name.contains(MESSAGE)) {
            delete(node.getPath());
        }
        if (!name.isEmpty()) {
            Kind kind = name.contains(MESSAGE) ? Kind.SENT : Kind.JOINED;
            events.add(new Event<>(kind, Integer.parseInt(name.split(MESSAGE, 2)[0]), content(node)));
        }
    }

    private Optional<M> content(ChildData node) {
        try {
            return Optional.of(CoordinatorSession.read(node.getData(), type));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void deleted(ChildData node) {
        if (!name(node).contains(MESSAGE)) {
            events.add(new Event<>(Kind.LEFT, Integer.parseInt(name(node)), Optional.empty()));
        }
    }

    /** Deletes a node, if it is there, without waiting for it. */
    private void delete(String node) {
        try {
            session.curator().delete().quietly().inBackground().forPath(node);
        } catch (Exception e) {
            throw new IllegalStateException("the coordinator of the clients: " + e.getMessage(), e);
        }
    }

    public InetSocketAddress address() {
        return connections.getLocalAddress();
    }

    /** Sends an order to a client, in place of one that it has not received. */
    public void send(int number, Object order) throws IOException {
        set(CoordinatorSession.TO + "/" + number, order);
    }

    /** Sends an order to all clients that have joined, in place of one that they have not received. */
    public void sendAll(Object order) throws IOException {
        set(CoordinatorSession.TO_ALL, order);
    }

    private void set(String node, Object order) throws IOException {
        byte[] content = CoordinatorSession.bytes(order);
        CoordinatorSession.run(() -> session.curator().setData().inBackground().forPath(node, content));
    }

    /** Makes a client leave that does not answer, so that another one of its number can join. */
    public void expel(int number) {
        delete(CoordinatorSession.FROM + "/" + number);
    }

    public Optional<Event<M>> next(long millis) throws IOException {
        return CoordinatorSession.run(() -> Optional.ofNullable(events.poll(millis, TimeUnit.MILLISECONDS)));
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
        connections.shutdown();
        try {
            PathUtils.deleteDirectory(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }
}

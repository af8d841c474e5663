package org.rowmark.clients.coordination;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.rowmark.util.Secret;

/** The orchestrating process's end of the coordination: the clients that have joined, and their messages. */
public final class Orchestrator<M> implements AutoCloseable {
    private static final String MESSAGE = "-";

    private final CoordinatorSession session;
    private final Class<M> type;
    private final CuratorCache nodes;
    private final BlockingQueue<Event<M>> events = new LinkedBlockingQueue<>();

    private Orchestrator(CoordinatorSession session, Class<M> type) {
        this.session = session;
        this.type = type;
        this.nodes = CuratorCache.build(session.curator(), CoordinatorSession.FROM);
    }

    /** The kinds of what a client does. */
    public enum Kind {
        JOINED,
        SENT,
        LEFT
    }

    /**
     * Something that a client did.
     *
     * @param content the first message of a client that joined, or a later one; empty if it cannot be read
     */
    public record Event<M>(Kind kind, int number, Optional<M> content) {}

    /** Begins with so many clients at a coordinator that has just started. */
    public static <M> Orchestrator<M> begin(InetSocketAddress address, Secret token, int clients, Class<M> type)
            throws IOException {
        CoordinatorSession session = CoordinatorSession.open(address, token);
        try {
            session.prepare(clients);
            Orchestrator<M> orchestrator = new Orchestrator<>(session, type);
            orchestrator
                    .nodes
                    .listenable()
                    .addListener(CuratorCacheListener.builder()
                            .forCreates(orchestrator::created)
                            .forDeletes(orchestrator::deleted)
                            .build());
            orchestrator.nodes.start();
            return orchestrator;
        } catch (IOException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** Returns what follows the parent in a node's path; nothing for the parent itself. */
    private static String name(ChildData node) {
        return node.getPath()
                .substring(Math.min(
                        CoordinatorSession.FROM.length() + 1, node.getPath().length()));
    }

    private void created(ChildData node) {
        String name = name(node);
        if (name.contains(MESSAGE)) {
            session.delete(node.getPath());
        }
        if (!name.isEmpty()) {
            add(name.contains(MESSAGE) ? Kind.SENT : Kind.JOINED, name, node.getData());
        }
    }

    private void deleted(ChildData node) {
        if (!name(node).contains(MESSAGE)) {
            events.add(new Event<>(Kind.LEFT, Integer.parseInt(name(node)), Optional.empty()));
        }
    }

    private void add(Kind kind, String name, byte... content) {
        int number = Integer.parseInt(name.split(MESSAGE, 2)[0]);
        try {
            events.add(new Event<>(kind, number, Optional.of(Messages.read(content, type))));
        } catch (IOException e) {
            events.add(new Event<>(kind, number, Optional.empty()));
        }
    }

    /** Sends an order to a client, in place of one that it has not received. */
    public void send(int number, Object order) throws IOException {
        session.send(CoordinatorSession.TO + "/" + number, Messages.bytes(order));
    }

    /** Sends an order to all clients that have joined, in place of one that they have not received. */
    public void sendAll(Object order) throws IOException {
        session.send(CoordinatorSession.TO_ALL, Messages.bytes(order));
    }

    /** Makes a client leave that does not answer, so that another one of its number can join. */
    public void expel(int number) {
        session.delete(CoordinatorSession.FROM + "/" + number);
    }

    /** Returns the next event; empty if there is none within the time. */
    public Optional<Event<M>> next(long millis) throws IOException {
        try {
            return Optional.ofNullable(events.poll(millis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for clients", e);
        }
    }

    @Override
    public void close() {
        nodes.close();
        session.close();
    }
}

package org.rowmark.clients.coordination;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.rowmark.util.Secret;

/** The orchestrating process's end of the coordination: the clients that have joined, and their messages. */
public final class Assembly implements AutoCloseable {
    private final CoordinatorSession session;
    private final List<Mailbox> boxes = new ArrayList<>();
    private final Mailbox toAll;
    private Optional<String> lastToAll = Optional.empty();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    private Assembly(CoordinatorSession session) {
        this.session = session;
        this.toAll = new Mailbox(session.curator(), CoordinatorSession.TO_ALL);
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
     * @param number of the client, from 1
     * @param content facts of a client that joined, a message, or the {@link IOException} in place of one
     */
    public record Event(Kind kind, int number, Optional<Object> content) {}

    /** Begins the assembly of so many clients at a coordinator that has just started. */
    public static Assembly begin(InetSocketAddress address, Secret token, int clients) throws IOException {
        CoordinatorSession session = CoordinatorSession.open(address, token);
        Assembly assembly = new Assembly(session);
        try {
            session.protect(new ClientNumber(clients, clients));
            for (int number = 1; number <= clients; number++) {
                assembly.expect(number);
            }
            assembly.watch();
            return assembly;
        } catch (IOException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private void expect(int number) throws IOException {
        CuratorFramework curator = session.curator();
        CoordinatorSession.run(() -> {
            for (String parent : List.of(CoordinatorSession.TO, CoordinatorSession.FROM, CoordinatorSession.CLOCK)) {
                session.create(parent + "/" + number);
            }
            return null;
        });
        boxes.add(new Mailbox(curator, CoordinatorSession.TO + "/" + number));
        Inbox.open(
                curator,
                CoordinatorSession.FROM + "/" + number,
                message -> events.add(new Event(Kind.SENT, number, Optional.of(message))));
    }

    private void watch() throws IOException {
        CoordinatorSession.run(() -> session.curator()
                .watchers()
                .add()
                .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                .usingWatcher((org.apache.zookeeper.Watcher) this::changed)
                .forPath(CoordinatorSession.MEMBERS));
    }

    private void changed(WatchedEvent event) {
        String path = event.getPath();
        if (path == null || !path.startsWith(CoordinatorSession.MEMBERS + "/")) {
            return;
        }
        int number = Integer.parseInt(path.substring(CoordinatorSession.MEMBERS.length() + 1));
        switch (event.getType()) {
            case NodeCreated -> joined(number, path);
            case NodeDeleted -> events.add(new Event(Kind.LEFT, number, Optional.empty()));
            default -> {}
        }
    }

    private void joined(int number, String path) {
        try {
            session.curator()
                    .getData()
                    .inBackground((curator, event) -> {
                        if (event.getData() != null) {
                            events.add(new Event(Kind.JOINED, number, Optional.of(Mailbox.message(event.getData()))));
                        }
                    })
                    .forPath(path);
        } catch (Exception e) {
            events.add(new Event(Kind.LEFT, number, Optional.empty()));
        }
    }

    /** Sends a message to a client. */
    public void send(int number, Serializable message) throws IOException {
        boxes.get(number - 1).send(message);
    }

    /** Sends a message to all clients that have joined, and withdraws the last one, which they have by now. */
    public void sendAll(Serializable message) throws IOException {
        toAll.send(message, (curator, sent) -> {
            if (lastToAll.isPresent()) {
                curator.delete().inBackground().forPath(lastToAll.get());
            }
            lastToAll = Optional.ofNullable(sent.getName());
        });
    }

    /** Makes a client leave that does not answer, so that another one of its number can join. */
    public void expel(int number) throws IOException {
        CoordinatorSession.run(() -> {
            try {
                session.curator().delete().forPath(CoordinatorSession.MEMBERS + "/" + number);
            } catch (KeeperException.NoNodeException e) {
                // it has left
            }
            String box = CoordinatorSession.TO + "/" + number;
            for (String message : session.curator().getChildren().forPath(box)) {
                session.curator().delete().quietly().forPath(box + "/" + message);
            }
            return null;
        });
    }

    /** Returns the next event; empty if there is none within the time. */
    public Optional<Event> next(long millis) throws IOException {
        try {
            return Optional.ofNullable(events.poll(millis, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for clients", e);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}

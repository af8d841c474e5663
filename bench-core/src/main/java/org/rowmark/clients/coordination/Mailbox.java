package org.rowmark.clients.coordination;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;

/**
 * Messages from one sender to one receiver, each a node of the coordinator that the receiver removes, in the order in
 * which they were sent. A long one is divided among several nodes, whose size is limited.
 */
final class Mailbox {
    /** Below ZooKeeper's limit of 1 MB for a node. */
    static final int LONGEST = 900_000;

    private static final byte LAST = 0;
    private static final byte MORE = 1;
    private static final String NODE = "/m-";

    /** The classes of messages: results of JMH, messages of ours, and what both are made of. */
    private static final ObjectInputFilter CLASSES =
            ObjectInputFilter.Config.createFilter("org.openjdk.jmh.**;org.rowmark.**;java.**;!*");

    private final CuratorFramework curator;
    private final String path;
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private ByteArrayOutputStream begun = new ByteArrayOutputStream();

    Mailbox(CuratorFramework curator, String path) {
        this.curator = curator;
        this.path = path;
    }

    /** Sends a message, without waiting for its arrival. */
    synchronized void send(Serializable message) throws IOException {
        byte[] bytes = bytes(message);
        for (int from = 0; from < bytes.length; from += LONGEST) {
            int to = Math.min(bytes.length, from + LONGEST);
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            part.write(to < bytes.length ? MORE : LAST);
            part.write(bytes, from, to - from);
            CoordinatorSession.run(() -> curator.create()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .withACL(ZooDefs.Ids.CREATOR_ALL_ACL)
                    .inBackground()
                    .forPath(path + NODE, part.toByteArray()));
        }
    }

    /** Delivers all messages from now on, in a thread that must not be kept waiting. */
    void receive(Consumer<Object> receiver) throws IOException {
        Watcher watcher = event -> arrived(event, receiver);
        curator.getConnectionStateListenable().addListener((client, state) -> {
            if (state == ConnectionState.RECONNECTED) { // nobody reports what has come meanwhile
                takeAll(receiver);
            }
        });
        CoordinatorSession.run(() -> curator.watchers()
                .add()
                .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                .usingWatcher(watcher)
                .forPath(path));
        takeAll(receiver);
    }

    private void takeAll(Consumer<Object> receiver) {
        try {
            curator.getChildren()
                    .inBackground((client, event) -> Optional.ofNullable(event.getChildren())
                            .ifPresent(names ->
                                    names.stream().sorted().forEach(name -> take(path + "/" + name, receiver))))
                    .forPath(path);
        } catch (Exception e) {
            receiver.accept(new IOException("messages were lost: " + e.getMessage(), e));
        }
    }

    private void arrived(WatchedEvent event, Consumer<Object> receiver) {
        if (event.getType() == Watcher.Event.EventType.NodeCreated) {
            take(event.getPath(), receiver);
        }
    }

    private void take(String node, Consumer<Object> receiver) {
        if (!taken.add(node)) {
            return;
        }
        try {
            curator.getData()
                    .inBackground((client, event) -> {
                        if (event.getData() == null) {
                            taken.remove(node);
                        } else {
                            curator.delete()
                                    .inBackground((other, removal) -> removed(node, removal.getResultCode()))
                                    .forPath(node);
                            deliver(event.getData(), receiver);
                        }
                    })
                    .forPath(node);
        } catch (Exception e) {
            receiver.accept(new IOException("a message was lost: " + e.getMessage(), e));
        }
    }

    /** Forgets a message that cannot arrive again. */
    private void removed(String node, int result) {
        if (result == KeeperException.Code.OK.intValue()) {
            taken.remove(node);
        }
    }

    private synchronized void deliver(byte[] part, Consumer<Object> receiver) {
        begun.write(part, 1, part.length - 1);
        if (part[0] == LAST) {
            byte[] whole = begun.toByteArray();
            begun = new ByteArrayOutputStream();
            try {
                receiver.accept(message(whole));
            } catch (IOException e) {
                receiver.accept(e);
            }
        }
    }

    static byte[] bytes(Serializable message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeObject(message);
        }
        return bytes.toByteArray();
    }

    static Object message(byte... bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(
                new InflaterInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length))))) {
            in.setObjectInputFilter(CLASSES);
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a message of another version of Rowmark: " + e.getMessage(), e);
        }
    }
}

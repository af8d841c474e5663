package org.rowmark.clients.coordination;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/** The receiver's end of a {@link Mailbox}. */
final class Inbox {
    private final CuratorFramework curator;
    private final String path;
    private final boolean isShared;
    private final Consumer<Object> receiver;

    /** Nodes that are not delivered again as long as they are there. */
    private final Set<String> taken = new HashSet<>();

    /** Nodes that are to be delivered in this order, and their contents as far as they have come. */
    private final Map<String, Optional<byte[]>> coming = new LinkedHashMap<>();

    private ByteArrayOutputStream begun = new ByteArrayOutputStream();

    private Inbox(CuratorFramework curator, String path, boolean isShared, Consumer<Object> receiver) {
        this.curator = curator;
        this.path = path;
        this.isShared = isShared;
        this.receiver = receiver;
    }

    /** Delivers all messages from now on, in a thread that must not be kept waiting, and removes them. */
    static void open(CuratorFramework curator, String path, Consumer<Object> receiver) throws IOException {
        new Inbox(curator, path, false, receiver).watch();
    }

    /** Delivers all messages from now on like {@link #open}, and leaves them to other receivers. */
    static void openShared(CuratorFramework curator, String path, Consumer<Object> receiver) throws IOException {
        new Inbox(curator, path, true, receiver).watch();
    }

    private void watch() throws IOException {
        curator.getConnectionStateListenable().addListener((client, state) -> {
            if (state == ConnectionState.RECONNECTED) { // nobody reports what has come meanwhile
                takeAll();
            }
        });
        CoordinatorSession.run(() -> curator.watchers()
                .add()
                .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                .usingWatcher((Watcher) this::changed)
                .forPath(path));
        takeAll();
    }

    private void takeAll() {
        try {
            curator.getChildren()
                    .inBackground((client, event) ->
                            Optional.ofNullable(event.getChildren()).ifPresent(this::takeAll))
                    .forPath(path);
        } catch (Exception e) {
            receiver.accept(new IOException("messages were lost: " + e.getMessage(), e));
        }
    }

    private void takeAll(List<String> names) {
        names.stream().sorted(Comparator.comparing(Mailbox::sequence)).forEach(name -> take(path + "/" + name));
    }

    private void changed(WatchedEvent event) {
        if (event.getType() == Watcher.Event.EventType.NodeCreated) {
            take(event.getPath());
        } else if (event.getType() == Watcher.Event.EventType.NodeDeleted) {
            forget(event.getPath());
        }
    }

    private synchronized void forget(String node) {
        taken.remove(node);
    }

    private synchronized void take(String node) {
        if (!taken.add(node)) {
            return;
        }
        Optional<byte[]> named = Mailbox.named(node);
        coming.put(node, named);
        if (named.isPresent()) {
            deliver();
            return;
        }
        try {
            curator.getData()
                    .inBackground((client, event) -> fetched(node, event))
                    .forPath(node);
        } catch (Exception e) {
            receiver.accept(new IOException("a message was lost: " + e.getMessage(), e));
        }
    }

    private synchronized void fetched(String node, CuratorEvent event) {
        if (event.getData() != null) {
            coming.replace(node, Optional.of(event.getData()));
            deliver();
        } else if (event.getResultCode() == KeeperException.Code.NONODE.intValue()) { // withdrawn
            coming.remove(node);
            deliver();
        } else { // cut off: they are found again when it is back
            taken.removeAll(coming.keySet());
            coming.clear();
        }
    }

    /** Delivers what has come, up to the first that has not. */
    private void deliver() {
        Iterator<Map.Entry<String, Optional<byte[]>>> next = coming.entrySet().iterator();
        while (next.hasNext()) {
            Map.Entry<String, Optional<byte[]>> first = next.next();
            if (first.getValue().isEmpty()) {
                return;
            }
            next.remove();
            remove(first.getKey());
            add(first.getValue().get());
        }
    }

    private void remove(String node) {
        try {
            if (!isShared) {
                curator.delete().inBackground().forPath(node);
            }
        } catch (Exception e) {
            receiver.accept(new IOException("the coordinator of the clients: " + e.getMessage(), e));
        }
    }

    private void add(byte... part) {
        begun.write(part, 1, part.length - 1);
        if (Mailbox.isLast(part)) {
            byte[] whole = begun.toByteArray();
            begun = new ByteArrayOutputStream();
            try {
                receiver.accept(Mailbox.message(whole));
            } catch (IOException e) {
                receiver.accept(e);
            }
        }
    }
}

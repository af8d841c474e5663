package org.rowmark.clients.coordination;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.rowmark.util.Deserialization;

/**
 * Messages from one sender, each a node of the coordinator, in the order in which they were sent. A short one is in the
 * name of its node, so that it arrives with the news of the node and need not be fetched. A long one is divided among
 * several nodes, whose size is limited.
 */
final class Mailbox {
    /** Below ZooKeeper's limit of 1 MB for a node. */
    static final int LONGEST = 900_000;

    private static final int LONGEST_IN_NAME = 500;
    private static final int SEQUENCE_LENGTH = 10;
    private static final byte LAST = 0;
    private static final byte MORE = 1;
    private static final String FETCHED = "/m-";
    private static final String NAMED = "/n-";

    private final CuratorFramework curator;
    private final String path;

    Mailbox(CuratorFramework curator, String path) {
        this.curator = curator;
        this.path = path;
    }

    /** Sends a message, without waiting for its arrival. */
    void send(Serializable message) throws IOException {
        send(message, (client, event) -> {});
    }

    /**
     * Sends a message, without waiting for its arrival.
     *
     * @param created takes the result of each node
     */
    synchronized void send(Serializable message, BackgroundCallback created) throws IOException {
        byte[] bytes = bytes(message);
        if (bytes.length <= LONGEST_IN_NAME) {
            create(NAMED + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "-", new byte[0], created);
            return;
        }
        for (int from = 0; from < bytes.length; from += LONGEST) {
            int to = Math.min(bytes.length, from + LONGEST);
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            part.write(to < bytes.length ? MORE : LAST);
            part.write(bytes, from, to - from);
            create(FETCHED, part.toByteArray(), created);
        }
    }

    private void create(String name, byte[] content, BackgroundCallback created) throws IOException {
        CoordinatorSession.run(() -> curator.create()
                .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                .withACL(ZooDefs.Ids.CREATOR_ALL_ACL)
                .inBackground(created)
                .forPath(path + name, content));
    }

    /** Returns the number of a node, by which those of a mailbox are in order. */
    static String sequence(String node) {
        return node.substring(node.length() - SEQUENCE_LENGTH);
    }

    /** Returns the content of a node if its name has it. */
    static Optional<byte[]> named(String node) {
        int name = node.lastIndexOf('/');
        if (!node.startsWith(NAMED, name)) {
            return Optional.empty();
        }
        byte[] bytes = Base64.getUrlDecoder()
                .decode(node.substring(name + NAMED.length(), node.length() - SEQUENCE_LENGTH - 1));
        byte[] part = new byte[1 + bytes.length];
        part[0] = LAST;
        System.arraycopy(bytes, 0, part, 1, bytes.length);
        return Optional.of(part);
    }

    /** Returns whether the content of a node is the end of a message. */
    static boolean isLast(byte... part) {
        return part[0] == LAST;
    }

    static byte[] bytes(Serializable message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeObject(message);
        }
        return bytes.toByteArray();
    }

    static Object message(byte... bytes) throws IOException {
        try (ObjectInputStream in = Deserialization.open(
                new InflaterInputStream(new ByteArrayInputStream(Arrays.copyOf(bytes, bytes.length))))) {
            return in.readObject();
        } catch (ClassNotFoundException | RuntimeException e) {
            throw new IOException("a message of another version of Rowmark: " + e.getMessage(), e);
        }
    }
}

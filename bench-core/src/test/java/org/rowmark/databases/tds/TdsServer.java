package org.rowmark.databases.tds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Listens on a free port of this machine until it is closed; each has a database of its own, in memory. */
public final class TdsServer implements AutoCloseable {
    public static final String USER = "sa";
    public static final String PASSWORD = "not-a-word";

    /** What an endpoint may lack besides. */
    public enum Lack {
        /** Temporary tables: names that begin with #. */
        TEMPORARY_TABLES,
        TRUNCATE,
        CURSORS,
        BULK_COPY,
        /** The schema sys, what changes its contents, and the list of tables. */
        CATALOGUE,
        /** As {@link #CURSORS}, but the connection ends where another server refuses. */
        CURSORS_RUDELY
    }

    private static final int PATIENCE_SECONDS = 20;

    private final ServerSocket socket;
    private final SynchronousQueue<String> heard = new SynchronousQueue<>();
    private final Set<Lack> lacks;
    private final String database = "jdbc:h2:mem:" + UUID.randomUUID()
            + ";MODE=MSSQLServer;CASE_INSENSITIVE_IDENTIFIERS=TRUE;NON_KEYWORDS=VALUE;DB_CLOSE_DELAY=-1";

    private TdsServer(ServerSocket socket, Set<Lack> lacks) {
        this.socket = socket;
        this.lacks = lacks;
    }

    public static TdsServer start(Lack... lacks) {
        try {
            Set<Lack> all = EnumSet.noneOf(Lack.class);
            all.addAll(Set.of(lacks));
            TdsServer server = new TdsServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), all);
            if (!all.contains(Lack.CATALOGUE)) {
                Catalogue.create(server.database);
            }
            daemon(server::listen);
            return server;
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** It offers no TLS. */
    public String url() {
        return urlWithTls() + ";encrypt=false";
    }

    /** As the driver would have it: with TLS. */
    public String urlWithTls() {
        return "jdbc:sqlserver://127.0.0.1:" + socket.getLocalPort() + ";databaseName=bench";
    }

    /** To be called by a client with what it has been told, before the server tells more. */
    public void hear(String message) {
        try {
            if (!heard.offer(message, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not wait for anybody to hear " + message);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the client has been told. */
    void awaitHeard() throws SQLException {
        try {
            if (heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
                throw new SQLException("nobody hears what the server says while it works");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                daemon(() -> serve(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            new TdsSession(client).serve(database, lacks, this);
        } catch (IOException | SQLException e) {
            // The client has gone.
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "tds");
        thread.setDaemon(true);
        thread.start();
    }
}

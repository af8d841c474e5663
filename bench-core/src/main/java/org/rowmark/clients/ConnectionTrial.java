package org.rowmark.clients;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.fixture.Session;
import org.rowmark.run.fork.Fork;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;

/** As many connections as all clients will have, opened once: a server that takes fewer is found out before any fork. */
final class ConnectionTrial {
    private final Set<String> passed = new HashSet<>();

    void require(Fork fork, int clients) throws IOException, Fork.Failed {
        RunningTarget running = EndpointFile.read(fork.endpointFile());
        String pool = fork.cell().parameters().getOrDefault(Session.POOL, Session.NO_POOL);
        boolean isPooled = !pool.equals(Session.NO_POOL);
        int each = isPooled ? Integer.parseInt(pool) : fork.request().load().threads();
        String name = running.target().name();
        if (!passed.add(name + " " + clients * each)) {
            return;
        }
        Deque<Connection> open = new ArrayDeque<>();
        try {
            while (open.size() < clients * each) {
                open.add(Drivers.connect(running.endpoint(), ConnectionMode.PLAIN));
            }
        } catch (SQLException e) {
            passed.remove(name + " " + clients * each);
            throw new Fork.Failed("target '" + name + "' takes no more than " + open.size() + " connections ("
                    + Drivers.errorMessage(e, Databases.named(running.target().database())) + "), and " + clients
                    + " clients of " + each + (isPooled ? " in a pool" : each == 1 ? " thread" : " threads")
                    + " need " + clients * each + "; give fewer, or let the server take more");
        } finally {
            close(open);
        }
    }

    private static void close(Deque<Connection> open) {
        for (Connection connection : open) {
            try {
                connection.close();
            } catch (SQLException e) {
                // the server has closed it
            }
        }
    }
}

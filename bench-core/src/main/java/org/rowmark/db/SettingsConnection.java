package org.rowmark.db;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.Durations;

/** The connection by which settings are put back, of a server that may not answer any more. */
public final class SettingsConnection {
    public static final Duration ANSWERING = Duration.ofSeconds(20);

    private static final TimeLimit CONNECTING = new TimeLimit(ANSWERING, "");

    /** Longer than a database waits for a setting to come into force. */
    private static final TimeLimit PUTTING_BACK = new TimeLimit(Duration.ofMinutes(2), "");

    private SettingsConnection() {}

    public static void use(Endpoint endpoint, FailableConsumer<Connection, Exception> work)
            throws IOException, SQLException {
        PUTTING_BACK.run(() -> {
            try (Connection connection = connect(endpoint)) {
                work.accept(connection);
            }
        });
    }

    private static Connection connect(Endpoint endpoint) throws IOException, SQLException {
        try {
            return CONNECTING.within(() -> Drivers.connect(endpoint, ConnectionMode.PLAIN));
        } catch (TimeLimit.Exceeded e) {
            throw unanswered(e.getCause());
        }
    }

    public static SQLTimeoutException unanswered(Throwable cause) {
        return new SQLTimeoutException("the server did not answer within " + Durations.words(ANSWERING), cause);
    }
}

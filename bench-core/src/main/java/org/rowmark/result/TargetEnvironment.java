package org.rowmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment of a target: its server's machine, settings and connection, as found before the first round, and its
 * data, as known at the end. All maps are sorted by name; facts that could not be found are missing.
 *
 * @param host the machine of the server, by the names of {@link Environment#facts}; of a server elsewhere as it reports
 *     them
 * @param connection properties of the URL and the connection, scrubbed, the time of a round trip and of connecting
 * @param changedSettings every setting of the server that is not at its default, by the server's own names
 * @param data fingerprints of the generated data, by table
 */
public record TargetEnvironment(
        Map<String, String> host,
        Map<String, String> connection,
        Map<String, String> changedSettings,
        Map<String, String> data) {
    /** Nothing is known. */
    public static final TargetEnvironment UNKNOWN = new TargetEnvironment(Map.of(), Map.of(), Map.of(), Map.of());

    public TargetEnvironment {
        host = sorted(host);
        connection = sorted(connection);
        changedSettings = sorted(changedSettings);
        data = sorted(data);
    }

    /** Returns the same environment with fingerprints of data. */
    TargetEnvironment on(Map<String, String> newData) {
        return new TargetEnvironment(host, connection, changedSettings, newData);
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return Collections.unmodifiableMap(new TreeMap<>(map));
    }
}

package org.rowmark.db;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.util.Secrets;

/**
 * Facts about a server for the report: its version, the condition for a commit to return, the settings that matter to
 * the numbers and those not at their defaults, without secrets and private paths, by the server's own names, and its
 * machine.
 */
public record ServerInfo(
        String version,
        String durability,
        Map<String, String> settings,
        Map<String, String> changedSettings,
        Map<String, String> host) {
    public ServerInfo {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        changedSettings = Collections.unmodifiableMap(Secrets.removeFrom(changedSettings));
        host = Collections.unmodifiableMap(new TreeMap<>(host));
    }

    public ServerInfo(String version, String durability, Map<String, String> settings) {
        this(version, durability, settings, Map.of(), Map.of());
    }
}

package org.rowmark.db;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.util.Secrets;

/**
 * Facts about a server for the report.
 *
 * @param version the server's own full version text
 * @param durability the condition for a commit to return, for example "commit waits for the disk: yes (fsync=on)"
 * @param settings the settings that matter to the numbers, by the server's own names
 * @param changedSettings every setting that is not at its default, by the server's own names; empty where the server
 *     does not report them. No secret and no path of a private server is among them
 * @param host facts about the machine of the server, by the names of a report, for example {@code os}
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

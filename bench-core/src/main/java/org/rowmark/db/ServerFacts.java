package org.rowmark.db;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a report says about a server.
 *
 * @param version the server's own full version text
 * @param durability in words: what a commit waits for, for example "commit waits for the disk: yes (fsync=on)"
 * @param settings the settings that matter to the numbers, by the server's own names, sorted
 */
public record ServerFacts(String version, String durability, Map<String, String> settings) {
    public ServerFacts {
        settings = java.util.Collections.unmodifiableMap(new TreeMap<>(settings));
    }
}

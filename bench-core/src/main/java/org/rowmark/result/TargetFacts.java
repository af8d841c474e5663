package org.rowmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a report says about a target.
 *
 * @param name the target's name
 * @param database id of the database
 * @param product the product's name
 * @param server embedded, external or local
 * @param url JDBC URL, scrubbed
 * @param version the server's own version text
 * @param driver name and version of the JDBC driver
 * @param durability what a commit waits for, in words
 * @param settings the settings the target asks for
 * @param serverSettings the server's settings that matter, as the server tells them
 */
public record TargetFacts(
        String name,
        String database,
        String product,
        String server,
        String url,
        String version,
        String driver,
        String durability,
        Map<String, String> settings,
        Map<String, String> serverSettings) {
    public TargetFacts {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        serverSettings = Collections.unmodifiableMap(new TreeMap<>(serverSettings));
    }
}

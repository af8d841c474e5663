package org.rowmark.result.clients;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A client as it joined.
 *
 * @param client its number, from 1
 * @param facts of its machine and JVM, by name
 */
public record ClientFacts(int client, String host, Map<String, String> facts) {
    public ClientFacts {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }
}

package org.rowmark.run;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which data the forks of a run measured on, as they told. Used by several threads: Ctrl-C asks, too. */
public final class DataFingerprints {
    private final Map<String, Map<String, TreeSet<String>>> byTarget = new TreeMap<>();

    public synchronized void add(String target, Map<String, String> fingerprints) {
        Map<String, TreeSet<String>> known = byTarget.computeIfAbsent(target, name -> new TreeMap<>());
        fingerprints.forEach((name, fingerprint) ->
                known.computeIfAbsent(name, table -> new TreeSet<>()).add(fingerprint));
    }

    /** By table; of a table that was filled anew for other parameters, all fingerprints. */
    public synchronized Map<String, String> of(String target) {
        Map<String, String> data = new TreeMap<>();
        byTarget.getOrDefault(target, Map.of()).forEach((name, all) -> data.put(name, String.join("; ", all)));
        return data;
    }
}

package org.rowmark.run.data;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Fingerprints of the data that the forks of a run measured on, by target. A shutdown reads them in its own thread. */
public final class DataFingerprints {
    private final Map<String, Map<String, TreeSet<String>>> byTarget = new TreeMap<>();

    public synchronized void add(String target, Map<String, String> fingerprints) {
        Map<String, TreeSet<String>> known = byTarget.computeIfAbsent(target, name -> new TreeMap<>());
        fingerprints.forEach((name, fingerprint) ->
                known.computeIfAbsent(name, table -> new TreeSet<>()).add(fingerprint));
    }

    /** Returns those of a target by table; of a table that was filled again for other parameters, all of them. */
    public synchronized Map<String, String> of(String target) {
        Map<String, String> data = new TreeMap<>();
        byTarget.getOrDefault(target, Map.of()).forEach((name, all) -> data.put(name, String.join("; ", all)));
        return data;
    }
}

package org.rowmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The machine that measured, and its JVM.
 *
 * @param cores logical processors that the JVM may use
 * @param dataFileSystem type and mount of the file system that holds the data of private servers and embedded databases
 * @param facts all that may make a difference, for example {@code transparent huge pages}, sorted by name; those that
 *     could not be found are missing
 */
public record Environment(
        String host,
        String cpu,
        int cores,
        long memoryBytes,
        String os,
        String jvm,
        String dataFileSystem,
        Map<String, String> facts) {
    /** The speed of one thread of a fork. */
    public static final String SPEED = "single-thread speed";

    /** The size of the processor's largest cache. */
    public static final String PROCESSOR_CACHE = "processor cache";

    public Environment {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    public Environment with(String name, String value) {
        Map<String, String> more = new TreeMap<>(facts);
        more.put(name, value);
        return new Environment(host, cpu, cores, memoryBytes, os, jvm, dataFileSystem, more);
    }
}

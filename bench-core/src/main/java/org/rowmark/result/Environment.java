package org.rowmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The machine that measured.
 *
 * @param host name of the machine
 * @param cpu model of the processor
 * @param cores logical processors that the JVM may use
 * @param memoryBytes installed memory
 * @param os name, version and kernel
 * @param jvm name, version and vendor of the JVM, the same for the forks
 * @param dataFileSystem type and mount of the file system that holds the data of private servers and embedded databases
 * @param facts what else may make a difference, for example {@code transparent huge pages}, sorted by name; what
 *     could not be found out is not in it
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
    public Environment {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }
}

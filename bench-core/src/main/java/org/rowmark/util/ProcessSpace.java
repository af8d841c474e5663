package org.rowmark.util;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processes among which this one has its number. Another start of the system has other ones, and so has another
 * container, even with the same name of the host.
 */
public final class ProcessSpace {
    private ProcessSpace() {}

    /** Returns what no other start of any system has; empty where it is not known. */
    public static String boot() {
        return kernel("random/boot_id");
    }

    /** Returns the name of the host; empty where it is not known. */
    public static String host() {
        return kernel("hostname");
    }

    /** Returns the PID namespace, whose name no other one has that exists at the same time; empty where there are none. */
    public static String namespace() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return ""; // not Linux
        }
    }

    private static String kernel(String name) {
        try {
            return Files.readString(Path.of("/proc/sys/kernel").resolve(name)).strip();
        } catch (IOException e) {
            return ""; // not Linux
        }
    }
}

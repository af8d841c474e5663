package org.rowmark.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A CPU that this process may use: not every container has CPU 0. */
public final class UsableCpu {
    private UsableCpu() {}

    /** Returns the number of the first one, on Linux. */
    public static String first() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.replaceFirst("\\D+(\\d+).*", "$1"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

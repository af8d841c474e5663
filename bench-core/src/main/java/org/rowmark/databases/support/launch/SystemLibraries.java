package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;

/** The system libraries of a program, as the dynamic linker reports them. */
final class SystemLibraries {
    /** The output of glibc's ldd, of glibc on a system that is too old, and of musl's ldd. */
    private static final Pattern ABSENT =
            Pattern.compile("(\\S+) => not found|version [`'](\\S+)' not found|loading shared library (\\S+):");

    /** Packages of Debian and its derivatives, by their libraries. */
    private static final Map<String, String> DEBIAN = Map.ofEntries(
            Map.entry(
                    "libaio.so.1", "libaio1 (since Debian 13 libaio1t64, and link libaio.so.1 to its libaio.so.1t64)"),
            Map.entry("libcrypt.so.1", "libcrypt1"),
            Map.entry("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
            Map.entry("libldap-2.5.so.0", "libldap-2.5-0"),
            Map.entry("liblz4.so.1", "liblz4-1"),
            Map.entry("libncurses.so.5", "libncurses5"),
            Map.entry("libnuma.so.1", "libnuma1"),
            Map.entry("libpam.so.0", "libpam0g"),
            Map.entry("libstdc++.so.6", "libstdc++6"),
            Map.entry("libsystemd.so.0", "libsystemd0"),
            Map.entry("libtinfo.so.5", "libtinfo5"),
            Map.entry("libzstd.so.1", "libzstd1"));

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private SystemLibraries() {}

    /** Describes the missing libraries of a program; empty if there are none, or no {@code ldd} on this system. */
    static Optional<String> missing(Path program) {
        try {
            Command ldd = new Command(
                    List.of(),
                    List.of("ldd", program.toString()),
                    Map.of("LC_ALL", "C"),
                    Optional.empty(),
                    Optional.empty());
            return missingIn(new Tool(ldd, LIMIT).output());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<String> missingIn(String output) {
        Set<String> absent = ABSENT.matcher(output)
                .results()
                .map(found -> found.group(1) != null
                        ? found.group(1)
                        : found.group(2) != null ? "a newer system (" + found.group(2) + ")" : found.group(3))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (absent.isEmpty()) {
            return Optional.empty();
        }
        String packages =
                absent.stream().map(DEBIAN::get).filter(Objects::nonNull).collect(Collectors.joining(" "));
        return Optional.of(
                String.join(", ", absent) + (packages.isEmpty() ? "" : "; on Debian: apt-get install " + packages));
    }
}

package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    /** Debian's packages of libraries that are not named as Debian's policy names them. */
    private static final Map<String, String> DEBIAN = Map.of(
            "libaio.so.1", "libaio1 (since Debian 13 libaio1t64, and link libaio.so.1 to its libaio.so.1t64)",
            "libpam.so.0", "libpam0g");

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private SystemLibraries() {}

    /** Describes the missing libraries of a program; empty if there are none, or no {@code ldd} on this system. */
    static Optional<String> missing(Path program) {
        try {
            return missingIn(new Tool(new Command(List.of("ldd", program.toString())), LIMIT).output());
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
        String packages = absent.stream()
                .filter(library -> library.contains(".so."))
                .map(SystemLibraries::debian)
                .collect(Collectors.joining(" "));
        return Optional.of(
                String.join(", ", absent) + (packages.isEmpty() ? "" : "; on Debian: apt-get install " + packages));
    }

    private static String debian(String library) {
        String name = library.replaceFirst("(?<=\\d)\\.so\\.", "-").replaceFirst("\\.so\\.", "");
        return DEBIAN.getOrDefault(library, name.replace('_', '-').toLowerCase(Locale.ROOT));
    }
}

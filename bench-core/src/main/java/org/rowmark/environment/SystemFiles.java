package org.rowmark.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of {@code /proc} and {@code /sys}, which are there or not, and which not everybody may read.
 *
 * @param root the directory that stands for {@code /}
 */
record SystemFiles(Path root) {
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");

    /**
     * The lines of a file; none if it cannot be read. It is read in large pieces: of a file in {@code /proc/sys} the
     * kernel gives one piece and then the end.
     */
    List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return List.of();
        }
    }

    /** The first line, empty for a file that cannot be read or says nothing. */
    Optional<String> line(String file) {
        return lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst();
    }

    /** Of a file that lists what can be chosen, the one in brackets. */
    Optional<String> chosen(String file) {
        return line(file).flatMap(SystemFiles::bracketed);
    }

    /** Names of a directory's entries, sorted; none if it cannot be read. */
    List<String> names(String directory) {
        try (Stream<Path> entries = Files.list(root.resolve(directory))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return List.of();
        }
    }

    /** Where a symbolic link points to; empty if it cannot be read. */
    Optional<String> link(String file) {
        try {
            return Optional.of(Files.readSymbolicLink(root.resolve(file)).toString());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return Optional.empty();
        }
    }

    boolean has(String file) {
        return Files.exists(root.resolve(file));
    }

    static Optional<String> bracketed(String line) {
        Matcher chosen = CHOSEN.matcher(line);
        return chosen.find() ? Optional.of(chosen.group(1)) : Optional.empty();
    }
}

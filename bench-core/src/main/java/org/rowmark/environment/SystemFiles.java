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
 * Files of {@code /proc}, {@code /sys} and {@code /dev}, which may be missing or unreadable.
 *
 * @param root the directory to read as {@code /}
 */
record SystemFiles(Path root) {
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");

    /**
     * Returns the lines of a file; none if it cannot be read. It is read in large pieces: the kernel delivers a file of
     * {@code /proc/sys} in one piece and then the end.
     */
    List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return List.of();
        }
    }

    /** Returns the first line that is not blank, if there is one and the file can be read. */
    Optional<String> line(String file) {
        return lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst();
    }

    /** Returns the content of a file that is no text; empty if it cannot be read. */
    Optional<byte[]> bytes(String file) {
        try {
            return Optional.of(Files.readAllBytes(root.resolve(file)));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the choice in brackets from a file that lists all choices. */
    Optional<String> chosen(String file) {
        return line(file).flatMap(SystemFiles::bracketed);
    }

    /** Returns the names of a directory's entries, sorted; none if it cannot be read. */
    List<String> names(String directory) {
        try (Stream<Path> entries = Files.list(root.resolve(directory))) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException | SecurityException e) {
            return List.of();
        }
    }

    /** Returns the target of a symbolic link; empty if it cannot be read. */
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

package org.rowmark.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * Files of {@code /proc}, {@code /sys} and {@code /dev}; what is missing or cannot be read is empty.
 *
 * @param root the directory to read as {@code /}
 */
record SystemFiles(Path root) {
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");

    /** Reads in large pieces: the kernel delivers a file of {@code /proc/sys} in one piece and then the end. */
    List<String> lines(String file) {
        return read(() -> Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1))
                .orElse(List.of());
    }

    /** Reads a file that is no text. */
    Optional<byte[]> bytes(String file) {
        return read(() -> Files.readAllBytes(root.resolve(file)));
    }

    /** Reads the first line that is not blank. */
    Optional<String> line(String file) {
        return lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst();
    }

    /** Reads the choice in brackets from a file that lists all choices. */
    Optional<String> chosen(String file) {
        return line(file).flatMap(SystemFiles::bracketed);
    }

    static Optional<String> bracketed(String line) {
        Matcher chosen = CHOSEN.matcher(line);
        return chosen.find() ? Optional.of(chosen.group(1)) : Optional.empty();
    }

    /** Lists the names of a directory's entries, sorted. */
    List<String> names(String directory) {
        String[] names = root.resolve(directory).toFile().list();
        return names == null ? List.of() : Stream.of(names).sorted().toList();
    }

    /** Reads the target of a symbolic link. */
    Optional<String> link(String file) {
        return read(() -> Files.readSymbolicLink(root.resolve(file)).toString());
    }

    boolean has(String file) {
        return Files.exists(root.resolve(file));
    }

    private static <T> Optional<T> read(FailableSupplier<T, IOException> reading) {
        try {
            return Optional.of(reading.get());
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}

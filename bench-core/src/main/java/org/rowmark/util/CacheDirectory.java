package org.rowmark.util;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The directory for files that can be re-created: downloads and servers unpacked from them. It is in the user's cache
 * directory of the system unless the system property {@code rowmark.cache} or the environment variable {@code
 * ROWMARK_CACHE} is set. Everything in it can be deleted while no run goes on.
 */
public final class CacheDirectory {
    public static final String PROPERTY = "rowmark.cache";

    private CacheDirectory() {}

    public static Path directory() {
        return directory(System::getProperty, System::getenv).toAbsolutePath().normalize();
    }

    public static Path prepared(String name) {
        return made(directory().resolve(name));
    }

    public static Path made(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UsageException(
                    "the cache directory " + directory + " cannot be made (" + e
                            + "); name another one in the environment variable ROWMARK_CACHE",
                    e);
        }
    }

    static Path directory(UnaryOperator<String> property, UnaryOperator<String> environment) {
        return set(property.apply(PROPERTY))
                .or(() -> set(environment.apply("ROWMARK_CACHE")))
                .map(Path::of)
                .orElseGet(() -> ofTheSystem(property, environment).resolve("rowmark"));
    }

    private static Path ofTheSystem(UnaryOperator<String> property, UnaryOperator<String> environment) {
        Path home = Path.of(property.apply("user.home"));
        String system = property.apply("os.name").toLowerCase(Locale.ROOT);
        if (system.startsWith("windows")) {
            return set(environment.apply("LOCALAPPDATA"))
                    .map(Path::of)
                    .orElseGet(() -> home.resolve("AppData").resolve("Local"));
        }
        if (system.startsWith("mac")) {
            return home.resolve("Library").resolve("Caches");
        }
        // The XDG specification requires that a relative path is ignored.
        return set(environment.apply("XDG_CACHE_HOME"))
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> home.resolve(".cache"));
    }

    private static Optional<String> set(String value) {
        return Optional.ofNullable(value).filter(text -> !text.isBlank());
    }
}

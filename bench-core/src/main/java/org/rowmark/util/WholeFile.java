package org.rowmark.util;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Files that are replaced as a whole: readers see the old content or the new, never a part. */
public final class WholeFile {
    private WholeFile() {}

    public static void replace(Path file, String content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, content);
        replace(file, next);
    }

    /** Puts another file, in the same directory, in the place of a file. */
    public static void replace(Path file, Path next) throws IOException {
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    public static <T> T json(Path file, JsonMapper json, TypeReference<T> type) throws IOException {
        try {
            return json.readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new UsageException(file + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}

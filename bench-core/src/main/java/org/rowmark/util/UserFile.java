package org.rowmark.util;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A text file that a user wrote with any editor. */
public final class UserFile {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private UserFile() {}

    /** Returns the text of a file in UTF-8, without the byte order mark of editors on Windows. */
    public static String text(Path file) throws IOException {
        try {
            String text = Files.readString(file);
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new IOException("it is not encoded in UTF-8" + (isUtf16(file) ? ", but in UTF-16" : ""));
        }
    }

    /** Returns the text of a file that the user named; an error begins with its kind. */
    public static String read(String kind, Path file, String otherwise) {
        try {
            return text(file);
        } catch (NoSuchFileException e) {
            throw new UsageException(kind + " " + file + " does not exist" + otherwise, e);
        } catch (IOException e) {
            throw new UsageException(kind + " " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isUtf16(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int mark = bytes.length < 2 ? 0 : ((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF);
        return mark == 0xFEFF || mark == 0xFFFE;
    }
}

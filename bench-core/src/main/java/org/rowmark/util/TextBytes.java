package org.rowmark.util;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text in UTF-8 to which values are appended; it is emptied and used again. */
public final class TextBytes {
    private static final int FIRST_OF_TWO_BYTES = 0x80;
    private static final char NONE = FIRST_OF_TWO_BYTES;

    private byte[] bytes = new byte[8192];
    private int length;

    public void clear() {
        length = 0;
    }

    public int length() {
        return length;
    }

    /** Returns the text in the first {@link #length} bytes, until the next change. */
    public byte[] bytes() {
        return bytes;
    }

    /** Appends a character of ASCII. */
    public void append(char character) {
        reserve(1);
        bytes[length++] = (byte) character;
    }

    public void append(long number) {
        append(Long.toString(number));
    }

    public void append(String text) {
        if (!appendPlain(text)) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            reserve(encoded.length);
            System.arraycopy(encoded, 0, bytes, length, encoded.length);
            length += encoded.length;
        }
    }

    /** Appends a text of ASCII, or nothing if it has other characters; returns whether it was appended. */
    public boolean appendPlain(String text) {
        return appendPlain(text, (char) 0, NONE);
    }

    /**
     * Appends likewise a text of certain characters.
     *
     * @param least the least character it may have
     * @param other a character that it may not have either
     * @return whether it was appended
     */
    public boolean appendPlain(String text, char least, char other) {
        int count = text.length();
        reserve(count);
        byte[] target = bytes;
        int at = length;
        for (int i = 0; i < count; i++) {
            char character = text.charAt(i);
            if (character >= FIRST_OF_TWO_BYTES || character < least || character == other) {
                return false;
            }
            target[at++] = (byte) character;
        }
        length = at;
        return true;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + more);
        }
    }
}

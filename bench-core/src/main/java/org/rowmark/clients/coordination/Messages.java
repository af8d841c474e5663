package org.rowmark.clients.coordination;

import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Messages as JSON of limited length, each the content of a node of the coordinator. */
final class Messages {
    static final int MOST_BYTES = 8 << 20;

    private static final int OF_PACKET = 1 << 16;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Messages() {}

    /** Sets the limit for both sides of connections in this process; before the first one. */
    static void limit() {
        System.setProperty("jute.maxbuffer", String.valueOf(MOST_BYTES + OF_PACKET));
    }

    static byte[] bytes(Object message) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(message);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("a message of " + bytes.length + " bytes, of which " + MOST_BYTES
                    + " can be sent; let the fork print less, or give a shorter --time");
        }
        return bytes;
    }

    static <T> T read(byte[] bytes, Class<T> type) throws IOException {
        try {
            return JSON.readValue(bytes, type);
        } catch (JacksonException e) {
            throw new IOException("a message of another version of Rowmark: " + e.getOriginalMessage(), e);
        }
    }
}

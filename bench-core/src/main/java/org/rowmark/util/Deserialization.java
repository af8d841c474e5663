package org.rowmark.util;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * The reading of serialised objects that may come from somebody else: of known classes only, and of limited size. These
 * are results of JMH, and what they are made of.
 */
public final class Deserialization {
    private static final long MOST_BYTES = 1L << 28;

    private static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(
            "maxdepth=50;maxrefs=10000000;maxarray=10000000;org.openjdk.jmh.**;java.lang.*;java.util.*;"
                    + "java.util.concurrent.*;!*");

    private Deserialization() {}

    /**
     * Returns a stream of objects.
     *
     * @param bytes not compressed any more, so that their number is limited
     */
    public static ObjectInputStream open(InputStream bytes) throws IOException {
        ObjectInputStream objects = new ObjectInputStream(BoundedInputStream.builder()
                .setInputStream(bytes)
                .setMaxCount(MOST_BYTES)
                .get());
        objects.setObjectInputFilter(FILTER);
        return objects;
    }
}

package org.rowmark.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Rowmark itself, as the build wrote it. */
public final class RowmarkVersion {
    public static final String TEXT = read();

    private RowmarkVersion() {}

    private static String read() {
        try (InputStream in = RowmarkVersion.class.getResourceAsStream("rowmark.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

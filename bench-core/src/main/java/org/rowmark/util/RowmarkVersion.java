package org.rowmark.util;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Rowmark itself, as the build wrote it. */
public final class RowmarkVersion {
    public static final String TEXT;

    /** The version and the commit that it was built from, if known: {@code 0.1.0 (1a2b3c4-dirty)}. */
    public static final String WITH_COMMIT;

    static {
        Properties built = read();
        TEXT = built.getProperty("version");
        WITH_COMMIT = withCommit(TEXT, built.getProperty("commit", ""), built.getProperty("dirty", ""));
    }

    private RowmarkVersion() {}

    /** @param commit a short hash; where there was no repository, the name of the property that was to be put there */
    static String withCommit(String version, String commit, String dirty) {
        return commit.matches("[0-9a-f]+")
                ? version + " (" + commit + (dirty.equals("true") ? "-dirty" : "") + ")"
                : version;
    }

    private static Properties read() {
        try (InputStream in = RowmarkVersion.class.getResourceAsStream("rowmark.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

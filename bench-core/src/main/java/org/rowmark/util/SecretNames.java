package org.rowmark.util;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of settings and properties whose values may be secrets, or say where they are kept. Such values are not shown
 * at all: what {@link Secrets} masks is only what it knows.
 */
public final class SecretNames {
    /** A key of a table or of a cache is none: {@code key_buffer_size}, {@code foreign_key_checks}. */
    private static final Pattern SECRET = Pattern.compile(
            "passw|pwd|passphrase|secret|token|credential|private|keyring|key$|key[_-]?(file|store|path|id|material|tab)",
            Pattern.CASE_INSENSITIVE);

    private SecretNames() {}

    public static boolean has(String name) {
        return SECRET.matcher(name).find();
    }

    /** A sorted copy without those that have such a name. */
    public static Map<String, String> without(Map<String, String> named) {
        Map<String, String> shown = new TreeMap<>(named);
        shown.keySet().removeIf(SecretNames::has);
        return shown;
    }
}

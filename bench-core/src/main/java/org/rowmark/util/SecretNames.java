package org.rowmark.util;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of settings and properties whose values may be secrets, or paths of secrets. Such values are not shown at all,
 * since {@link Secrets} masks known secrets only.
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

    /** Returns a sorted copy without entries of such names. */
    public static Map<String, String> without(Map<String, String> named) {
        Map<String, String> shown = new TreeMap<>(named);
        shown.keySet().removeIf(SecretNames::has);
        return shown;
    }
}

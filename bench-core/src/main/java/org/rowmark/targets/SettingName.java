package org.rowmark.targets;

import java.util.Locale;

/** The names of settings, which servers take in any case, with dashes or underscores. */
public final class SettingName {
    private SettingName() {}

    /** Returns the name in lower case, with underscores. */
    public static String of(String name) {
        return name.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    public static boolean isSame(String one, String other) {
        return of(one).equals(of(other));
    }
}

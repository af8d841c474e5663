package org.rowmark.environment;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC URL in the usual forms: an address behind two slashes, properties behind the first {@code ?} or {@code ;},
 * separated by {@code &} or {@code ;}.
 */
record JdbcUrl(String text) {
    private static final Pattern ADDRESS = Pattern.compile("(?<=:)//(?:[^/?;]*@)?([^/?;@]+)");
    private static final Pattern START = Pattern.compile("[?;]");

    /** A value in braces may contain separators. */
    private static final Pattern PROPERTY = Pattern.compile("([^=&;]+)(?:=(\\{[^}]*}|[^&;]*))?");

    private static final List<String> USER = List.of("user", "username", "user name");

    /** Returns values by name, sorted; empty ones where a property has none. */
    Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        Matcher start = START.matcher(text);
        if (start.find()) {
            Matcher property = PROPERTY.matcher(text).region(start.end(), text.length());
            while (property.find()) {
                properties.put(
                        property.group(1).strip(),
                        Optional.ofNullable(property.group(2)).orElse("").strip());
            }
        }
        return properties;
    }

    /** Returns host and port as written, without a user; empty for a URL of a file or of another form. */
    Optional<String> address() {
        Matcher address = ADDRESS.matcher(text);
        return address.find() ? Optional.of(address.group(1)) : Optional.empty();
    }

    /** Returns whether a property names the user, which affects no time and is private. */
    static boolean isUser(String property) {
        return USER.contains(property.toLowerCase(Locale.ROOT));
    }
}

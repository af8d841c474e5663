package org.rowmark.databases.support.query;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parts of JDBC URLs. */
public final class UrlParts {
    private UrlParts() {}

    /** @throws IllegalArgumentException if the URL is not of that form */
    public static Matcher matched(Pattern form, String url) {
        Matcher parts = form.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(url);
        }
        return parts;
    }

    /**
     * Parses the query part, as the drivers of PostgreSQL, MariaDB and MySQL do.
     *
     * @param query {@code ?name=value&name=value}, or null for none
     * @return values by name, decoded; empty text for a name without a value
     */
    public static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null) {
            for (String parameter : query.substring(1).split("&", -1)) {
                String[] parts = parameter.split("=", 2);
                parameters.put(parts[0], parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "");
            }
        }
        return parameters;
    }
}

package org.rowmark.databases.support.query;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The query part of a JDBC URL, as the drivers of PostgreSQL, MariaDB and MySQL parse it. */
public final class UrlQuery {
    private UrlQuery() {}

    /**
     * Parses the query part.
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

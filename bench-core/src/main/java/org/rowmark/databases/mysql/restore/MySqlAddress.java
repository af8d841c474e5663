package org.rowmark.databases.mysql.restore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.support.query.UrlQuery;
import org.rowmark.targets.Endpoint;

/**
 * The address of an endpoint of MySQL's or MariaDB's driver, as their client programs take it.
 *
 * @param host name or address; the first where the URL names several
 * @param port 3306 where the URL has none
 * @param socket file of a socket, which counts instead of host and port
 * @param user empty for the name of the user who runs the program
 * @param tls mode of TLS in the URL, in lower case; empty where it has none
 */
record MySqlAddress(String host, String port, Optional<String> socket, Optional<String> user, String tls) {
    private static final String USUAL_PORT = "3306";

    /** {@code jdbc:mysql://host:port,host:port/database?parameters}. */
    private static final Pattern URL = Pattern.compile("(jdbc:[a-z:+]+//[^/?]*)(?:/([^?]*))?(\\?.*)?");

    private static final Pattern FIRST_SERVER =
            Pattern.compile("jdbc:[a-z:+]+//(?:[^@/]*@)?(\\[[^]]*]|[^:,/?]*)(?::(\\d+))?.*");

    static MySqlAddress of(Endpoint endpoint) {
        Matcher url = matched(URL, endpoint.url());
        Map<String, String> parameters = new HashMap<>(endpoint.properties());
        parameters.putAll(UrlQuery.parameters(url.group(3)));
        Matcher server = matched(FIRST_SERVER, endpoint.url());
        String host = server.group(1).replaceAll("[\\[\\]]", "");
        return new MySqlAddress(
                host.isEmpty() ? "localhost" : host,
                Optional.ofNullable(server.group(2)).orElse(USUAL_PORT),
                Optional.ofNullable(parameters.getOrDefault("localSocket", parameters.get("junixsocket.file"))),
                endpoint.user().or(() -> Optional.ofNullable(parameters.get("user"))),
                parameters.getOrDefault("sslMode", "").toLowerCase(Locale.ROOT));
    }

    /** Returns the URL of another database of the same server. */
    static String url(String url, String database) {
        Matcher parts = matched(URL, url);
        return parts.group(1) + "/" + database
                + Optional.ofNullable(parts.group(3)).orElse("");
    }

    /** @param options of the product whose program is run */
    List<String> arguments(MySqlProduct.Clients options) {
        List<String> arguments = new ArrayList<>(socket.map(file -> List.of("--protocol=socket", "--socket=" + file))
                .orElse(List.of("--protocol=tcp", "--host=" + host, "--port=" + port)));
        switch (tls) {
            case "disable", "disabled" -> arguments.add(options.withoutTls());
            case "trust", "required" -> arguments.add(options.unverifiedTls());
            default -> {
                // the program's own default
            }
        }
        return arguments;
    }

    private static Matcher matched(Pattern pattern, String url) {
        Matcher parts = pattern.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(url);
        }
        return parts;
    }
}

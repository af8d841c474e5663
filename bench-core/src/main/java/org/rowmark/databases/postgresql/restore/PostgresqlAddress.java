package org.rowmark.databases.postgresql.restore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;

/**
 * The address of an endpoint in the form of PostgreSQL's own programs.
 *
 * @param host a name, several separated by commas, or the directory of a socket
 * @param port one per host, separated by commas
 * @param user empty for the name of the user who runs the program
 * @param environment variables for TLS
 */
record PostgresqlAddress(String host, String port, Optional<String> user, Map<String, String> environment) {
    private static final String DEFAULT_HOST = "localhost";
    private static final String DEFAULT_PORT = "5432";

    /** {@code jdbc:postgresql://host:port,host:port/database?parameters} or {@code jdbc:postgresql:database}. */
    private static final Pattern URL =
            Pattern.compile("(jdbc:postgresql:)(?://([^/?]*)(?:/|(?=\\?)|$)|/)?([^?]*)(\\?.*)?");

    private static final Pattern SERVER = Pattern.compile("(\\[[^]]*]|[^:]*)(?::(\\d+))?");

    /** Variables of the programs for parameters of the driver with the same values. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("sslmode", "PGSSLMODE", "sslrootcert", "PGSSLROOTCERT");

    static PostgresqlAddress of(Endpoint endpoint) {
        Matcher url = JdbcUrl.matched(URL, endpoint.url());
        Map<String, String> parameters = new HashMap<>(endpoint.properties());
        parameters.putAll(new JdbcUrl(endpoint.url()).decodedProperties());
        Map<String, String> environment = new HashMap<>();
        ENVIRONMENT.forEach((parameter, variable) -> {
            if (parameters.containsKey(parameter)) {
                environment.put(variable, parameters.get(parameter));
            }
        });
        Optional<String> user = endpoint.user().or(() -> Optional.ofNullable(parameters.get("user")));
        if (parameters.getOrDefault("socketFactory", "").contains("AFUNIX")) {
            Path socket = Path.of(parameters.get("socketFactoryArg"));
            String file = String.valueOf(socket.getFileName());
            return new PostgresqlAddress(
                    String.valueOf(socket.getParent()),
                    file.substring(file.lastIndexOf('.') + 1),
                    user,
                    Map.copyOf(environment));
        }
        List<String> hosts = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        for (String server : Objects.toString(url.group(2), "").split(",", -1)) {
            Matcher parts = SERVER.matcher(server);
            boolean isNamed = parts.matches() && !parts.group(1).isEmpty();
            hosts.add(isNamed ? parts.group(1).replaceAll("[\\[\\]]", "") : DEFAULT_HOST);
            ports.add(isNamed && parts.group(2) != null ? parts.group(2) : DEFAULT_PORT);
        }
        return new PostgresqlAddress(String.join(",", hosts), String.join(",", ports), user, Map.copyOf(environment));
    }

    /** Returns the URL of another database of the same server. */
    static String url(String url, String database) {
        Matcher parts = JdbcUrl.matched(URL, url);
        String server = parts.group(2) == null ? "" : "//" + parts.group(2) + "/";
        return parts.group(1) + server + database + Objects.toString(parts.group(4), "");
    }

    /** Returns arguments with which a program connects and never prompts for a password. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--host=" + host, "--port=" + port, "--no-password"));
        user.ifPresent(name -> arguments.add("--username=" + name));
        return arguments;
    }
}

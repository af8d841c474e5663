package org.rowmark.databases.postgresql.restore;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    private static final int DEFAULT_PORT = 5432;

    /** Variables of the programs for parameters of the driver with the same values. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("sslmode", "PGSSLMODE", "sslrootcert", "PGSSLROOTCERT");

    static PostgresqlAddress of(Endpoint endpoint) {
        JdbcUrl url = new JdbcUrl(endpoint.url());
        Map<String, String> parameters = new HashMap<>(endpoint.properties());
        parameters.putAll(url.decodedProperties());
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
        List<InetSocketAddress> servers = url.servers(DEFAULT_PORT);
        return new PostgresqlAddress(
                joined(servers, InetSocketAddress::getHostString),
                joined(servers, server -> Integer.toString(server.getPort())),
                user,
                Map.copyOf(environment));
    }

    private static String joined(List<InetSocketAddress> servers, Function<InetSocketAddress, String> part) {
        return servers.stream().map(part).collect(Collectors.joining(","));
    }

    /** Returns arguments with which a program connects and never prompts for a password. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--host=" + host, "--port=" + port, "--no-password"));
        user.ifPresent(name -> arguments.add("--username=" + name));
        return arguments;
    }
}

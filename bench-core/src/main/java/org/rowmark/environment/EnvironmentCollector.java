package org.rowmark.environment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.ServerInfo;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secrets;

/**
 * A collector of facts about the servers of a run: their machines, the connections to them and their changed settings.
 * It never fails: facts that cannot be found out are left out.
 *
 * @param machine this one, on which embedded databases and servers started from installed programs run, too
 */
public record EnvironmentCollector(HostFacts machine) {
    /** The name of the fact of a connection that is its isolation level. */
    public static final String ISOLATION = "isolation level";

    /** The name of the fact of a connection that is how statements are prepared by default. */
    private static final String SERVER_PREPARED = "statement=server-prepared";

    /**
     * A target whose server is up.
     *
     * @param connection open, in autocommit, and not one that is measured
     * @param facts as the server reports them
     */
    public record ConnectedTarget(
            Target target,
            Database database,
            Workspace workspace,
            Endpoint endpoint,
            Connection connection,
            ServerInfo facts) {}

    public TargetEnvironment collect(ConnectedTarget target) {
        return new TargetEnvironment(host(target), connection(target), changed(target), Map.of());
    }

    private Map<String, String> host(ConnectedTarget target) {
        Map<String, String> host = new TreeMap<>(target.facts().host());
        switch (target.target().server()) {
            case LOCAL, ARTIFACT -> host.putAll(machine.at(target.workspace().data()));
            // only the driver knows where a database with a URL of its own is stored, or that it is in memory
            case EMBEDDED ->
                host.putAll(
                        target.target().url().isPresent()
                                ? machine.machine()
                                : machine.at(target.workspace().data()));
            case EXTERNAL ->
                // the server's own address, also behind a link
                new JdbcUrl(target.target().url().orElse(target.endpoint().url()))
                        .address()
                        .ifPresent(at -> host.put("host", Secrets.scrub(at)));
            case CONTAINER -> host.put("host", ServerKind.CONTAINER.id());
        }
        return host;
    }

    private static Map<String, String> connection(ConnectedTarget target) {
        Map<String, String> connection = new TreeMap<>();
        connection.putAll(new JdbcUrl(target.endpoint().url()).properties());
        connection.putAll(target.endpoint().properties());
        connection.keySet().removeIf(name -> Secrets.isName(name) || JdbcUrl.isUser(name));
        withoutOwnPaths(connection, target);
        connection.replaceAll((name, value) -> Secrets.scrub(value));
        connection.put(SERVER_PREPARED, serverPrepared(target.database(), connection));
        isolation(target).ifPresent(level -> connection.put(ISOLATION, level));
        ConnectionLatency times = new ConnectionLatency(System::nanoTime);
        times.roundTrip(target.connection(), target.database().dialect().ping())
                .ifPresent(time -> connection.put("round trip", time));
        times.connect(target.endpoint()).ifPresent(time -> connection.put("connect", time));
        return connection;
    }

    /** Returns the properties by which the server prepares statements at once, with the values that the target sets. */
    private static String serverPrepared(Database database, Map<String, String> own) {
        Map<String, String> properties = new TreeMap<>(database.driver().properties(ConnectionMode.SERVER_PREPARED));
        properties.replaceAll((name, value) -> own.getOrDefault(name, value));
        return properties.isEmpty()
                ? "the driver's only way"
                : properties.entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(", "));
    }

    /** Returns the level of transactions on the connection, which has that of measured ones; empty if it fails. */
    private static Optional<String> isolation(ConnectedTarget target) {
        try {
            return Optional.of(Isolation.of(
                    target.connection(), target.database().dialect().isolation()));
        } catch (SQLException | RuntimeException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Returns the settings that the server reports as changed, and those that the target sets. */
    private static Map<String, String> changed(ConnectedTarget target) {
        Map<String, String> changed = new TreeMap<>(target.facts().changedSettings());
        Set<String> reported = changed.keySet().stream().map(SettingName::of).collect(Collectors.toSet());
        Secrets.removeFrom(target.target().settings()).forEach((name, value) -> {
            if (!reported.contains(SettingName.of(name))) {
                changed.put(name, value);
            }
        });
        withoutOwnPaths(changed, target);
        changed.replaceAll((name, value) -> Secrets.scrub(value));
        return changed;
    }

    /** Removes values with paths of this run, which differ from run to run and make no difference. */
    private static void withoutOwnPaths(Map<String, String> named, ConnectedTarget target) {
        String own = target.workspace().data().toString();
        named.values().removeIf(value -> value.contains(own));
    }
}

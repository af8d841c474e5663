package org.rowmark.environment;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.function.Failable;
import org.apache.commons.lang3.function.FailableRunnable;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Drivers;
import org.rowmark.db.ServerInfo;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Durations;
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

    /** Returns the jars of the endpoint's driver; for a bundled driver the jar that contains it. */
    public static List<TargetFacts.DriverJar> driverJars(Endpoint endpoint) throws SQLException {
        List<Path> jars =
                endpoint.driver().isEmpty() ? bundled(Drivers.driverOf(endpoint).getClass()) : endpoint.driver();
        return jars.stream()
                .map(jar -> new TargetFacts.DriverJar(
                        jar.getFileName().toString(),
                        Failable.get(() -> new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(jar))))
                .toList();
    }

    private static List<Path> bundled(Class<?> driver) {
        return Optional.ofNullable(driver.getProtectionDomain().getCodeSource())
                .map(source -> FileUtils.toFile(source.getLocation()))
                .map(File::toPath)
                .filter(Files::isRegularFile)
                .stream()
                .toList();
    }

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

    /** The latency of a connection: medians of a few measurements, of fewer on a slow connection. */
    record ConnectionLatency(LongSupplier nanoTime) {
        private static final int WARMUPS = 50;
        private static final int ROUND_TRIPS = 200;
        private static final int CONNECTS = 10;
        private static final Duration BUDGET = Duration.ofMillis(400);

        /** Measures the cheapest query on an open connection, in words; empty if it fails. */
        Optional<String> roundTrip(Connection connection, String ping) {
            return words(() -> {
                try (PreparedStatement statement = connection.prepareStatement(ping)) {
                    return median(WARMUPS, ROUND_TRIPS, () -> {
                        try (ResultSet row = statement.executeQuery()) {
                            row.next();
                        }
                    });
                }
            });
        }

        /** Measures the opening of a connection while another one is open, in words; empty if it fails. */
        Optional<String> connect(Endpoint endpoint) {
            return words(() -> median(
                    1,
                    CONNECTS,
                    () -> Drivers.connect(endpoint, ConnectionMode.PLAIN).close()));
        }

        private static Optional<String> words(FailableSupplier<Long, SQLException> nanos) {
            try {
                return Optional.of(Durations.brief(nanos.get()));
            } catch (SQLException | RuntimeException | LinkageError e) {
                return Optional.empty();
            }
        }

        /** Returns the median nanoseconds of at least one execution, and of no more than fit into the budget. */
        long median(int warmups, int tries, FailableRunnable<SQLException> operation) throws SQLException {
            long end = nanoTime.getAsLong() + BUDGET.toNanos();
            for (int i = 0; i < warmups && nanoTime.getAsLong() - end < 0; i++) {
                operation.run();
            }
            long[] times = new long[tries];
            int done = 0;
            long before = nanoTime.getAsLong();
            do {
                operation.run();
                long after = nanoTime.getAsLong();
                times[done++] = after - before;
                before = after;
            } while (done < tries && before - end < 0);
            LongStream sorted = Arrays.stream(times, 0, done).sorted();
            return sorted.skip(done / 2).findFirst().orElseThrow();
        }
    }
}

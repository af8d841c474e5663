package org.rowmark.run.servers;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.db.Database;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.ServerInfo;
import org.rowmark.environment.DriverFiles;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.link.LinkFacts;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.MemoryInForce;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.util.Secrets;

/** The facts of targets, as a report shows them. */
final class TargetFactsFactory {
    private TargetFactsFactory() {}

    /** Returns those of a target whose server is up. */
    static TargetFacts of(ConnectedTarget connected, TargetEnvironment environment) throws SQLException {
        Target target = connected.target();
        DatabaseMetaData metaData = connected.connection().getMetaData();
        String url = target.link().isPresent() && target.url().isPresent()
                ? target.url().get()
                : connected.endpoint().url();
        return of(
                        target,
                        connected.database(),
                        url,
                        connected.facts(),
                        metaData.getDriverName() + " " + metaData.getDriverVersion(),
                        DriverFiles.of(connected.endpoint()),
                        environment)
                .withFound(MemoryInForce.facts(connected));
    }

    /** Returns those of a target whose server was refused, of which nothing is known. */
    static TargetFacts ofRefused(Target target, Database database) {
        ServerInfo nothing = new ServerInfo(TargetFacts.NOT_STARTED, TargetFacts.NOT_STARTED, Map.of());
        return of(
                target,
                database,
                target.url().orElse(""),
                nothing,
                TargetFacts.NOT_STARTED,
                List.of(),
                TargetEnvironment.UNKNOWN);
    }

    private static TargetFacts of(
            Target target,
            Database database,
            String url,
            ServerInfo server,
            String driver,
            List<TargetFacts.DriverJar> jars,
            TargetEnvironment environment) {
        return new TargetFacts(
                target.name(),
                database.id(),
                database.name(),
                target.server().id() + (target.transport() == Transport.SOCKET ? ", over a Unix socket" : ""),
                Secrets.scrub(url),
                server.version(),
                driver,
                jars,
                server.durability(),
                settings(target),
                server.settings(),
                MemorySetting.followersIn(target),
                Map.of(),
                placement(target),
                target.link().map(LinkFacts::of),
                environment);
    }

    /** Returns what the target sets: its settings, the isolation level and the link. */
    static Map<String, String> settings(Target target) {
        Map<String, String> settings =
                new TreeMap<>(MemorySetting.replacedIn(target).settings());
        settings.putAll(target.settings());
        settings.putAll(Secrets.removeFrom(target.properties()));
        target.isolation().ifPresent(level -> settings.put(EnvironmentCollector.ISOLATION, level.id()));
        target.link().ifPresent(link -> settings.put(LinkSweep.KEY, link.name()));
        return settings;
    }

    /** Returns where the server is, seen from the driver. */
    private static String placement(Target target) {
        if (target.link().isPresent()) {
            return "link";
        }
        return switch (target.server()) {
            case EMBEDDED -> "embedded";
            case EXTERNAL -> new JdbcUrl(target.url().orElseThrow()).isLoopback() ? "loopback" : "remote";
            case LOCAL, ARTIFACT, CONTAINER -> target.transport() == Transport.SOCKET ? "socket" : "loopback";
        };
    }
}

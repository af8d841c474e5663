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
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.memory.MemoryInForce;
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
        ServerInfo server = connected.facts();
        DatabaseMetaData metaData = connected.connection().getMetaData();
        return new TargetFacts(
                        target.name(),
                        connected.database().id(),
                        connected.database().name(),
                        server(target),
                        Secrets.scrub(
                                target.link().isPresent() && target.url().isPresent()
                                        ? target.url().get()
                                        : connected.endpoint().url()),
                        server.version(),
                        metaData.getDriverName() + " " + metaData.getDriverVersion(),
                        DriverFiles.of(connected.endpoint()),
                        server.durability(),
                        settings(target),
                        server.settings(),
                        MemorySetting.followersIn(target),
                        Map.of(),
                        placement(target),
                        target.link().map(LinkFacts::of),
                        environment)
                .withFound(MemoryInForce.facts(connected));
    }

    /** Returns those of a target whose server was refused, of which nothing is known. */
    static TargetFacts ofRefused(Target target, Database database) {
        return new TargetFacts(
                target.name(),
                database.id(),
                database.name(),
                server(target),
                target.url().map(Secrets::scrub).orElse(""),
                TargetFacts.NOT_STARTED,
                TargetFacts.NOT_STARTED,
                List.of(),
                TargetFacts.NOT_STARTED,
                settings(target),
                Map.of(),
                MemorySetting.followersIn(target),
                Map.of(),
                placement(target),
                target.link().map(LinkFacts::of),
                TargetEnvironment.UNKNOWN);
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

    private static String server(Target target) {
        return target.server().id() + (target.transport() == Transport.SOCKET ? ", over a Unix socket" : "");
    }
}

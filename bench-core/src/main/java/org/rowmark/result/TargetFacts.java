package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.link.LinkFacts;
import org.rowmark.util.OwnText;

/**
 * The facts of a target that a report shows.
 *
 * @param server kind of server: embedded, external, local, artifact or container, and the transport if not TCP
 * @param url JDBC URL, scrubbed
 * @param durability what a commit waits for, in words
 * @param serverSettings the server's settings that matter, as the server reports them
 * @param followingSettings names of reported settings whose values follow from those that the target requests; none in
 *     older runs
 * @param programs versions of the programs that workloads run, for example of gbak, by name
 * @param placement where the server is, seen from the driver: embedded, socket, loopback, link or remote; empty in
 *     older runs
 */
public record TargetFacts(
        @OwnText String name,
        @OwnText String database,
        String product,
        String server,
        String url,
        String version,
        String driver,
        List<DriverJar> driverJars,
        String durability,
        Map<String, String> settings,
        Map<String, String> serverSettings,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Set<String> followingSettings,
        Map<String, String> programs,
        String placement,
        Optional<LinkFacts> link,
        TargetEnvironment environment) {
    /** In the place of what only a server reports, of one that refused its settings. */
    public static final String NOT_STARTED = "unknown: it did not start";

    /** A file that a JDBC driver was loaded from. */
    public record DriverJar(String name, String sha256) {}

    public TargetFacts {
        followingSettings =
                Collections.unmodifiableSet(new TreeSet<>(Objects.requireNonNullElse(followingSettings, Set.of())));
        placement = Objects.requireNonNullElse(placement, "");
        link = Objects.requireNonNullElse(link, Optional.empty());
        driverJars = List.copyOf(driverJars);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        serverSettings = Collections.unmodifiableMap(new TreeMap<>(serverSettings));
        programs = Collections.unmodifiableMap(new TreeMap<>(programs));
    }

    /** Returns whether the server, or the embedded database, reported anything. */
    public boolean hasStarted() {
        return !version.equals(NOT_STARTED);
    }

    public TargetFacts with(Map<String, String> newPrograms) {
        return copy(settings, serverSettings, newPrograms, link, environment);
    }

    public TargetFacts with(LinkFacts.Measured measured) {
        return copy(settings, serverSettings, programs, link.map(set -> set.with(measured)), environment);
    }

    public TargetFacts requesting(Map<String, String> newSettings) {
        return copy(newSettings, serverSettings, programs, link, environment);
    }

    /** Adds settings as found at its server. */
    public TargetFacts withFound(Map<String, String> found) {
        Map<String, String> all = new TreeMap<>(serverSettings);
        all.putAll(found);
        return copy(settings, all, programs, link, environment);
    }

    /** @param data fingerprints of the data that was measured on, by table */
    public TargetFacts on(Map<String, String> data) {
        return copy(settings, serverSettings, programs, link, environment.on(data));
    }

    public TargetFacts from(TargetEnvironment.DataOrigin origin) {
        return copy(settings, serverSettings, programs, link, environment.from(origin));
    }

    public TargetFacts measuredBy(String jvm) {
        return copy(settings, serverSettings, programs, link, environment.measuredBy(jvm));
    }

    private TargetFacts copy(
            Map<String, String> newSettings,
            Map<String, String> newServerSettings,
            Map<String, String> newPrograms,
            Optional<LinkFacts> newLink,
            TargetEnvironment newEnvironment) {
        return new TargetFacts(
                name,
                database,
                product,
                server,
                url,
                version,
                driver,
                driverJars,
                durability,
                newSettings,
                newServerSettings,
                followingSettings,
                newPrograms,
                placement,
                newLink,
                newEnvironment);
    }
}

package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** Steps that products share when they start a target. */
public final class ServerStarts {
    /** The limit for making the first files of a server, and for its start: seconds, but minutes on a busy disk. */
    public static final Duration START_LIMIT = Duration.ofMinutes(5);

    private ServerStarts() {}

    private record ProcessServer(Endpoint endpoint, ServerProcess process) implements Server {
        @Override
        public OptionalLong pid() {
            return OptionalLong.of(process.pid());
        }

        @Override
        public boolean wasKilled() {
            return process.wasKilled();
        }

        @Override
        public void close() {
            process.close();
        }
    }

    public static Server external(Target target) {
        String url = target.url().orElseThrow(() -> unknownKind(target, "external"));
        if (Databases.named(target.database()).opens(url)) {
            throw target.problem("url: opens the database in the measuring JVM; write server: embedded beside it");
        }
        Endpoint endpoint = DriverJars.endpoint(target, url);
        return target.settings().isEmpty() ? Server.unmanaged(endpoint) : AppliedSettings.inForce(target, endpoint);
    }

    /** Opens an embedded database once, so that errors of the target show before a fork starts. */
    public static Server embedded(Target target, Endpoint endpoint) {
        try {
            Drivers.query(endpoint, connection -> connection.isValid(1));
        } catch (SQLException e) {
            String place = target.url().map(url -> " (" + url + ")").orElse("");
            throw target.problem(Sql.reason(e) + place, e);
        } catch (LinkageError e) {
            throw target.problem(
                    "its driver has no library that works on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + ": " + ErrorMessages.of(e),
                    e);
        }
        return Server.unmanaged(endpoint);
    }

    public static Server local(Target target, Workspace workspace, Launcher start) throws IOException {
        try {
            return start.start(target, workspace);
        } catch (IOException e) {
            throw new IOException(Secrets.scrub("target '" + target.name() + "': " + e.getMessage()), e);
        }
    }

    /** Waits until the process answers at its first endpoint, and connects once as the run will. */
    public static Server answering(Target target, ServerProcess process, Endpoint first, Endpoint endpoint)
            throws IOException {
        return answering(
                target,
                process,
                () -> Drivers.connect(first, ConnectionMode.PLAIN).close(),
                endpoint);
    }

    /** Waits until the probe no longer fails, and connects once as the run will; stops the process if that fails. */
    public static Server answering(
            Target target, ServerProcess process, FailableRunnable<Exception> probe, Endpoint endpoint)
            throws IOException {
        process.awaitReady(probe, START_LIMIT);
        try {
            Drivers.connect(endpoint, ConnectionMode.PLAIN).close();
        } catch (SQLException e) {
            process.close();
            throw target.problem(Sql.reason(e), e);
        } catch (RuntimeException | LinkageError e) {
            process.close();
            throw e;
        }
        return new ProcessServer(endpoint, process);
    }

    public static void requireKnown(Target target, Collection<String> known) {
        for (String name : target.settings().keySet()) {
            if (!known.contains(name)) {
                throw Suggestions.unknown("setting of target '" + target.name() + "':", name, known);
            }
        }
    }

    public static UsageException unknownKind(Target target, String kinds) {
        return target.problem(target.database() + " has no " + target.server().id() + " server; use " + kinds);
    }

    public static Endpoint withDefaultUser(Endpoint endpoint, String user) {
        return endpoint.user().isPresent() ? endpoint : endpoint.as(user, Secret.of(""));
    }

    /** Formats settings in the manner of H2 and HSQLDB: {@code ;key=value;key=value}. */
    public static String urlSettings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> ";" + setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining());
    }

    /** Returns the directory of that name, filled on first use; a filling that fails leaves no such directory. */
    public static Path filledOnce(Path parent, String name, FailableConsumer<Path, IOException> filling)
            throws IOException {
        Path directory = parent.resolve(name);
        if (!Files.exists(directory)) {
            Path unfinished = Files.createTempDirectory(parent, name + "-");
            filling.accept(unfinished);
            Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        }
        return directory;
    }

    public static boolean asRoot() {
        return System.getProperty("user.name").equals("root");
    }
}

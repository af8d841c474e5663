package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Endpoint;
import org.rowmark.db.Feature;
import org.rowmark.db.LocalProcess;
import org.rowmark.db.Secret;
import org.rowmark.db.Server;
import org.rowmark.db.ServerFacts;
import org.rowmark.db.ServerKind;
import org.rowmark.db.Target;
import org.rowmark.db.Workspace;

/**
 * MariaDB through MySQL's Connector/J, so that MySQL and MariaDB are compared as servers. Settings are mariadbd's
 * options.
 *
 * <p>MariaDB before 11 greets as version 5.5.5, and Connector/J then cuts fractions of seconds off timestamps. The
 * server is not told to give another version: reports would show that one, and no workload's answer depends on the
 * fractions. The setting {@code version} does it for whoever needs them.
 */
@AutoService(Database.class)
public final class MariaDb implements Database {
    private static final Duration INIT_LIMIT = Duration.ofMinutes(2);

    /** Shutting down writes the dirty pages of the buffer pool. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(60);

    @Override
    public String id() {
        return "mariadb";
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("mariadb", id(), ServerKind.LOCAL));
    }

    @Override
    public Dialect dialect() {
        return MySqlFamily.dialect();
    }

    @Override
    public Set<Feature> features() {
        return MySqlFamily.features();
    }

    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return MySqlFamily.properties(mode);
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL -> Starting.local(target, workspace, MariaDb::startLocal);
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "local or external");
        };
    }

    private static Server startLocal(Target target, Workspace workspace) throws IOException {
        String server =
                Binaries.program(target, "mariadbd", "mariadb-server-core").toString();
        Path data =
                Starting.filledOnce(workspace.data(), "data", directory -> initialise(target, workspace, directory));
        Path temporary = Files.createDirectories(workspace.data().resolve("tmp"));
        int port = LocalProcess.freePort();
        List<String> words = new ArrayList<>(List.of(
                server,
                "--no-defaults",
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                // no socket: its path may be longer than sockets allow
                "--socket=",
                "--skip-name-resolve",
                "--character-set-server=utf8mb4"));
        words.addAll(userOption());
        target.settings().forEach((name, value) -> words.add("--" + name + "=" + value));
        LocalProcess process = LocalProcess.start(
                new LocalProcess.Command(words, workspace.data(), workspace.log()),
                LocalProcess.Stop.terminate(STOP_GRACE));
        Endpoint endpoint = Endpoint.of(target, "jdbc:mysql://127.0.0.1:" + port + "/rowmark")
                .as("root", Secret.of(""))
                .with(Map.of("sslMode", "DISABLED"));
        Endpoint creating = endpoint.with(Map.of("sslMode", "DISABLED", "createDatabaseIfNotExist", "true"));
        return Starting.answering(target, process, creating, endpoint);
    }

    /** InnoDB's settings count from the start: its page size and files are made here. */
    private static void initialise(Target target, Workspace workspace, Path directory) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                Binaries.program(target, "mariadb-install-db", "mariadb-server-core")
                        .toString(),
                "--no-defaults",
                "--datadir=" + directory,
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve"));
        words.addAll(userOption());
        target.settings().forEach((name, value) -> {
            if (name.startsWith("innodb")) {
                words.add("--" + name + "=" + value);
            }
        });
        LocalProcess.run(new LocalProcess.Command(words, workspace.data(), workspace.log()), INIT_LIMIT);
    }

    /** mariadbd refuses to run as root unless told so. */
    private static List<String> userOption() {
        return Starting.asRoot() ? List.of("--user=root") : List.of();
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        return MySqlFamily.facts(connection);
    }
}

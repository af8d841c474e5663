package org.rowmark.databases;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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

/** PostgreSQL. Settings are its configuration parameters. */
@AutoService(Database.class)
public final class Postgresql implements Database {
    /** The protocol counts the parameters of a statement in 16 bits. */
    private static final int MOST_PARAMETERS = 65_535;

    private static final Duration INIT_LIMIT = Duration.ofMinutes(2);

    /** Fast shutdown: ends the sessions and writes a checkpoint. SIGTERM would wait for clients to leave. */
    private static final LocalProcess.Stop FAST = new LocalProcess.Stop("INT", Duration.ofSeconds(60));

    private static final List<String> SETTINGS = List.of(
            "block_size",
            "checkpoint_timeout",
            "effective_cache_size",
            "fsync",
            "full_page_writes",
            "huge_pages",
            "max_wal_size",
            "shared_buffers",
            "synchronous_commit",
            "transaction_isolation",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    @Override
    public String id() {
        return "postgresql";
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public List<Target> targets() {
        return List.of(Target.builtIn("postgresql", id(), ServerKind.LOCAL));
    }

    @Override
    public Dialect dialect() {
        return new Dialect() {
            @Override
            public int maxRowsPerInsert(int columns) {
                return MOST_PARAMETERS / columns;
            }
        };
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.BATCH_REWRITE, Feature.FETCH_SIZE);
    }

    /** The cursor needs no property: pgjdbc uses one when a fetch size is set and autocommit is off. */
    @Override
    public Map<String, String> properties(ConnectionMode mode) {
        return mode == ConnectionMode.BATCH_REWRITE ? Map.of("reWriteBatchedInserts", "true") : Map.of();
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL -> Starting.local(target, workspace, Postgresql::startLocal);
            case EXTERNAL -> Starting.external(target);
            default -> throw Starting.unknownKind(target, "local or external");
        };
    }

    private static Server startLocal(Target target, Workspace workspace) throws IOException {
        List<Path> installed = Stream.of("/usr/lib/postgresql", "/usr/local/pgsql")
                .flatMap(parent -> Binaries.versions(Path.of(parent), "bin").stream())
                .toList();
        Binaries binaries = Binaries.holding(target, List.of("initdb", "postgres"), installed, "postgresql");
        Unprivileged user = Unprivileged.reaching(target, workspace);
        Path data = Starting.filledOnce(workspace.data(), "data", directory -> {
            user.give(directory);
            List<String> init = List.of(
                    binaries.path("initdb"),
                    "--pgdata=" + directory,
                    "--username=postgres",
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--locale=C",
                    "--no-instructions");
            LocalProcess.run(user.command(init, workspace), INIT_LIMIT);
        });
        int port = LocalProcess.freePort();
        List<String> words = new ArrayList<>(List.of(binaries.path("postgres"), "-D", data.toString()));
        // no socket: its path may be longer than sockets allow
        Stream.of("listen_addresses=127.0.0.1", "port=" + port, "unix_socket_directories=")
                .forEach(setting -> words.addAll(List.of("-c", setting)));
        target.settings().forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        LocalProcess process = LocalProcess.start(user.command(words, workspace), FAST);
        Endpoint endpoint = Endpoint.of(target, "jdbc:postgresql://127.0.0.1:" + port + "/postgres")
                .as("postgres", Secret.of(""))
                .with(Map.of("sslmode", "disable"));
        return Starting.answering(target, process, endpoint, endpoint);
    }

    @Override
    public ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings = Facts.pairs(
                connection,
                "select name, current_setting(name) from pg_settings where name in (" + Facts.quoted(SETTINGS) + ")");
        boolean waits = settings.get("fsync").equals("on")
                && !settings.get("synchronous_commit").equals("off");
        String because =
                "fsync=" + settings.get("fsync") + ", synchronous_commit=" + settings.get("synchronous_commit");
        return new ServerFacts(
                Facts.value(connection, "select version()"), Facts.commitWaits(waits, because), settings);
    }
}

package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DataFiles;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.pages.setting.LargePages;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.ServerProcess;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** The start of PostgreSQL: private servers, and containers of the official image or one made from it, as PostGIS's. */
final class PostgresqlLauncher implements Launcher {
    /** Fast shutdown: ends the sessions and writes a checkpoint. SIGTERM would wait for clients to leave. */
    private static final ServerProcess.Stop FAST = new ServerProcess.Stop("INT", Duration.ofSeconds(60));

    /** The catalogs and the first segments of the log. */
    private static final long EMPTY_MEGABYTES = 64;

    private static final List<String> CHOSEN_BY_ROWMARK = List.of("""
            config_file data_directory external_pid_file hba_file ident_file listen_addresses
            unix_socket_directories""".split("\\s+"));

    private static final String HUGE_PAGES = "huge_pages";

    /** Takes the path of a socket as its argument. */
    private static final String SOCKET_FACTORY = "org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg";

    /** Settings of which tables, statistics or the segments of the log are made; none is one of initdb's. */
    private static final Pattern OF_FILES = Pattern.compile("(auto)?vacuum\\w*|bytea_output|data_checksums|default_\\w+"
            + "|lc_\\w+|(min|max)_wal_size|shared_preload_libraries|summarize_wal|timezone|track_commit_timestamp"
            + "|wal_(init_zero|keep\\w*|level|log_hints|recycle)|archive\\w*|.*\\..*");

    private static final String DATA = "data";
    private static final String IMAGE = "postgres:18";
    private static final int CONTAINER_PORT = 5432;

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL, ARTIFACT -> PostgresqlPrograms.missing(target);
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL, ARTIFACT -> ServerStarts.local(target, workspace, PostgresqlLauncher::startProcess);
            case CONTAINER -> ServerStarts.local(target, workspace, PostgresqlLauncher::startContainer);
            case EXTERNAL -> ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, artifact, container or external");
        };
    }

    /** Returns the data directory. What its owner may read belongs to the user that runs the server. */
    @Override
    public Optional<DataFiles> dataFiles(Target target) {
        return Optional.of(DataFiles.of(
                target, List.of(DATA), name -> OF_FILES.matcher(name).matches()));
    }

    private static Server startProcess(Target target, Workspace workspace) throws IOException {
        Map<String, String> settings = settings(target);
        int port = PortsAndPaths.port(target.withSettings(settings), "port");
        Endpoint endpoint = endpoint(target, workspace, port); // it may be refused, before anything is created
        PostgresqlPrograms programs = PostgresqlPrograms.of(target, workspace);
        Path data = ServerStarts.filledOnce(
                workspace.data(), DATA, directory -> initialise(target, workspace, programs, directory));
        boolean socket = target.transport() == Transport.SOCKET;
        settings.put("port", Integer.toString(port));
        settings.put("listen_addresses", socket ? "" : "127.0.0.1");
        // over TCP without a socket, whose path may be longer than sockets allow
        settings.put("unix_socket_directories", socket ? data.toString() : "");
        List<String> words = words(List.of(programs.binaries().path("postgres"), "-D", data.toString()), settings);
        ServerProcess process =
                ServerProcess.start(programs.user().command(words, workspace).behind(workspace.prefix()), FAST);
        return ServerStarts.answering(target, process, endpoint, endpoint);
    }

    private static Server startContainer(Target target, Workspace workspace) {
        Map<String, String> settings = settings(target);
        if (settings.containsKey("port")) {
            throw target.problem("setting port is Docker's to choose; leave it out");
        }
        Map<String, String> environment = Map.of(
                "POSTGRES_PASSWORD",
                Containers.PASSWORD.reveal(),
                "POSTGRES_INITDB_ARGS",
                "--encoding=UTF8 --locale=C");
        return Containers.start(
                target,
                workspace,
                new Containers.Recipe(
                        IMAGE,
                        CONTAINER_PORT,
                        environment,
                        words(List.of("postgres"), settings),
                        port -> endpoint(target, "127.0.0.1", port, Containers.PASSWORD)
                                .with(Map.of("sslmode", "disable"))));
    }

    /** Returns the target's settings by the server's own names; refuses what is not the target's to choose. */
    private static Map<String, String> settings(Target target) {
        Map<String, String> settings = new TreeMap<>();
        target.settings().forEach((name, value) -> settings.put(SettingName.of(name), value));
        PortsAndPaths.refuse(target.withSettings(settings), CHOSEN_BY_ROWMARK);
        Optional<String> largePages = Optional.ofNullable(settings.remove("large_pages"));
        if (largePages.isPresent() && settings.put(HUGE_PAGES, largePages.get()) != null) {
            throw target.problem("settings " + LargePages.SETTING + " and " + HUGE_PAGES + " are the same; give one");
        }
        return settings;
    }

    private static List<String> words(List<String> program, Map<String, String> settings) {
        List<String> words = new ArrayList<>(program);
        settings.forEach((name, value) -> words.addAll(List.of("-c", name + "=" + value)));
        return words;
    }

    private static void initialise(Target target, Workspace workspace, PostgresqlPrograms programs, Path directory)
            throws IOException {
        PortsAndPaths.requireSpace(target, workspace, EMPTY_MEGABYTES);
        programs.user().give(directory);
        try (PrivateFile password =
                PrivateFile.of(workspace.data(), List.of(ServerPassword.get().reveal()))) {
            programs.user().give(password.path());
            List<String> words = List.of(
                    programs.binaries().path("initdb"),
                    "--pgdata=" + directory,
                    "--username=postgres",
                    "--pwfile=" + password.path(),
                    "--auth-host=scram-sha-256",
                    "--auth-local=trust",
                    "--encoding=UTF8",
                    "--locale=C");
            new Tool(programs.user().command(words, workspace), ServerStarts.START_LIMIT).run();
        }
    }

    /** Returns the endpoint of a private server. A socket is in the data directory, which only its user may enter. */
    private static Endpoint endpoint(Target target, Workspace workspace, int port) {
        if (target.transport() == Transport.TCP) {
            return endpoint(target, "127.0.0.1", port, ServerPassword.get()).with(Map.of("sslmode", "disable"));
        }
        Path socket = PortsAndPaths.socket(target, workspace, "data/.s.PGSQL." + port);
        Endpoint endpoint = endpoint(target, "localhost", port, Secret.of(""))
                .with(Map.of(
                        "sslmode", "disable", "socketFactory", SOCKET_FACTORY, "socketFactoryArg", socket.toString()));
        PortsAndPaths.requireJunixsocket(target, endpoint, "junixsocket-common", SOCKET_FACTORY);
        return endpoint;
    }

    private static Endpoint endpoint(Target target, String host, int port, Secret password) {
        return DriverJars.endpoint(target, "jdbc:postgresql://" + host + ":" + port + "/postgres")
                .as("postgres", password);
    }
}

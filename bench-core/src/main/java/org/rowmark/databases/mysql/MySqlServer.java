package org.rowmark.databases.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.databases.mysql.MySqlInstallation.Program;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.Server;
import org.rowmark.process.Command;
import org.rowmark.process.ServerProcess;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/**
 * A private server of MySQL or MariaDB. Its options are the server's own defaults, except those that keep it private,
 * utf8mb4, and that it takes data from its clients.
 *
 * @param installation with the programs to run
 * @param driver through which it is reached
 */
record MySqlServer(Target target, Workspace workspace, MySqlInstallation installation, MySqlDriver driver) {
    /** Options of both products' servers, private ones and containers. */
    static final List<String> COMMON =
            List.of("--skip-name-resolve", "--character-set-server=utf8mb4", "--local-infile=1");

    private static final Duration INIT_LIMIT = Duration.ofMinutes(2);

    /** Shutting down writes the dirty pages of the buffer pool. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(60);

    /** Size of an empty server of MySQL 8, the largest. */
    private static final long MEGABYTES_EMPTY = 250;

    private static final List<String> CHOSEN_BY_ROWMARK = Stream.of(
                    "basedir",
                    "bind_address",
                    "datadir",
                    "innodb_data_home_dir",
                    "innodb_log_group_home_dir",
                    "innodb_undo_directory",
                    "log_error",
                    "pid_file",
                    "skip_networking",
                    "socket",
                    "tmpdir")
            .flatMap(name -> Stream.of(name, name.replace('_', '-')).distinct())
            .toList();

    /** @throws UsageException if the target has a setting that Rowmark must choose itself */
    static void checkSettings(Target target) {
        PortsAndPaths.refuse(target, CHOSEN_BY_ROWMARK);
    }

    /** Starts a server of the product, whose files are made at the first start. */
    static Server start(Target target, Workspace workspace, MySqlProduct product) throws IOException {
        checkSettings(target);
        MySqlInstallation installation = MySqlInstallation.of(target, product);
        MySqlServer server =
                new MySqlServer(target, workspace, installation, MySqlDriver.of(target, product.driver()));
        server.listen(new ArrayList<>()); // refuses a socket or port that cannot be used before the work begins
        Program program = Program.at(installation.require(target, product, product.programs()), workspace);
        if (!MySqlProduct.ofVersion(program.version()).equals(product)) {
            throw target.problem(program.path() + " is not " + product.name() + " but a server of version "
                    + program.version() + "; name another installation with home:");
        }
        Path data = ServerStarts.filledOnce(
                workspace.data(), "data", directory -> product.creation().create(server, program, directory));
        return server.start(program.path(), data, product.options().apply(program, server.driver));
    }

    /**
     * Makes the server's first files. MariaDB's script breaks paths at their spaces unless it knows them as its own, and
     * so does the {@code chown} of its option for the user: the temporary directory is a variable, and the user an
     * option that it passes on.
     *
     * @param directory where the program runs
     * @param words the program, with the options that are its own and that of the installation
     */
    void initialise(Path data, Path directory, List<String> words) throws IOException {
        PortsAndPaths.requireSpace(target, workspace, MEGABYTES_EMPTY);
        List<String> line = new ArrayList<>(words);
        line.add("--datadir=" + data);
        line.addAll(userOption("--loose-user="));
        target.settings().forEach((name, value) -> {
            if (countsAtCreation(name)) {
                line.add("--" + name + "=" + value);
            }
        });
        Map<String, String> environment = Map.of("TMPDIR", temporary().toString());
        new Tool(new Command(line, environment, directory, workspace.log()), INIT_LIMIT).run();
    }

    private Server start(Path program, Path data, List<String> options) throws IOException {
        List<String> line = new ArrayList<>(List.of(program.toString(), "--no-defaults"));
        line.addAll(installation.option());
        line.addAll(List.of("--datadir=" + data, "--tmpdir=" + temporary()));
        line.add("--pid-file=" + workspace.data().resolve("server.pid"));
        line.addAll(COMMON);
        line.addAll(options);
        line.addAll(userOption("--user="));
        Endpoint endpoint = listen(line);
        target.settings().forEach((name, value) -> line.add("--" + name + "=" + value));
        ServerProcess process = ServerProcess.start(
                new Command(line, workspace.data(), workspace.log()), ServerProcess.Stop.terminate(STOP_GRACE));
        return ServerStarts.answering(target, process, creating(endpoint), endpoint);
    }

    /** Makes a temporary directory of its own: a server that starts clears it of other servers' tables. */
    private Path temporary() throws IOException {
        return Files.createDirectories(workspace.data().resolve("tmp"));
    }

    /** Adds the options of its address; over TCP without a socket, whose path may be longer than sockets allow. */
    private Endpoint listen(List<String> line) throws IOException {
        if (target.transport() == Transport.SOCKET) {
            Path socket = PortsAndPaths.socket(target, workspace, "socket");
            line.addAll(List.of("--skip-networking", "--socket=" + socket));
            return driver.over(target, socket);
        }
        int port = PortsAndPaths.port(target, "port");
        line.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port, "--socket="));
        return driver.over(target, port);
    }

    private static Endpoint creating(Endpoint endpoint) {
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.put("createDatabaseIfNotExist", "true");
        return endpoint.with(properties);
    }

    /** Selects the settings that the layout of the files depends on. */
    private static boolean countsAtCreation(String setting) {
        String name = setting.replace('-', '_');
        return name.startsWith("innodb") || name.equals("lower_case_table_names");
    }

    /** Returns the option without which the servers refuse to run as root. */
    private static List<String> userOption(String option) {
        return ServerStarts.asRoot() ? List.of(option + "root") : List.of();
    }
}

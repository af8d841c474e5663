package org.rowmark.databases.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlInstallation.Program;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DataFiles;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.process.Command;
import org.rowmark.process.PrivateFile;
import org.rowmark.process.ServerProcess;
import org.rowmark.process.Tool;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;

/** Servers with their own defaults but for privacy, utf8mb4 and local data files; external ones and containers. */
record MySqlLauncher(MySqlProduct product) implements Launcher {
    /** Options of both products' servers, private ones and containers. */
    private static final List<String> COMMON =
            List.of("--skip-name-resolve", "--character-set-server=utf8mb4", "--local-infile=1");

    private static final List<String> CHOSEN_BY_ROWMARK = List.of(("basedir bind_address datadir init_file"
                    + " innodb_data_home_dir innodb_log_group_home_dir innodb_undo_directory log_error"
                    + " pid_file skip_networking socket tmpdir")
            .split(" "));

    private static final Pattern OF_CREATION = Pattern.compile("innodb.*|lower_case_table_names");

    /** Settings of InnoDB on which none of its files depends, by the beginnings of their names. */
    private static final Pattern OF_MEMORY = Pattern.compile("innodb_(adaptive|buffer_pool|change_buffer|concurrency"
            + "|deadlock|doublewrite(?!_dir)|flush|io_capacity|lock_wait|log_buffer|log_wait|log_write|lru"
            + "|max_dirty|max_purge|monitor|numa|old_blocks|open_files|page_cleaners|parallel|print|purge|random_read"
            + "|read_ahead|read_io|rollback|sort_buffer|spin|status|sync|table_locks|thread|use_native_aio|write_io)"
            + "\\w*");

    /** Other settings of which tables, indexes, statistics or the layout of the files are made. */
    private static final Pattern OF_FILES = Pattern.compile("innodb_\\w+|(aria|binlog|character_set|collation|default_"
            + "|early_plugin|encrypt|expire_logs|explicit_defaults|histogram|keyring|log_bin|lower_case|max_binlog"
            + "|myisam|old_mode|plugin|rocksdb|skip_log_bin|sql_mode|sql_require|storage_engine|time_zone"
            + "|timezone|use_stat_tables)\\w*");

    private static final int PORT = 3306;
    private static final String DATA = "data";
    private static final String ROOT = "root";

    /** Shutting down writes the dirty pages of the buffer pool. */
    private static final Duration STOP_GRACE = Duration.ofSeconds(60);

    /** Size of an empty server of MySQL 8, the largest. */
    private static final long MEGABYTES_EMPTY = 250;

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL -> notInstalled(target);
            case ARTIFACT -> MySqlInstallation.distribution(target, product).missing();
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    private Optional<String> notInstalled(Target target) {
        Optional<Path> program = MySqlInstallation.of(target, product).find(product.programs());
        if (program.isPresent() && !isOfTheOtherProduct(program.get())) {
            return Optional.empty();
        }
        return Optional.of(String.join(" or ", product.programs())
                + target.source()
                        .map(home -> " in " + home)
                        .orElse(" (on Debian: apt-get install " + product.debianPackage() + ")")
                + program.map(path -> "; " + path + " is not " + product.name()).orElse(""));
    }

    /** Runs the program, whose name both products share; one that does not run is explained where it is started. */
    private boolean isOfTheOtherProduct(Path program) {
        try {
            return !product.equals(
                    MySqlProduct.ofVersion(Program.at(program, Optional.empty()).version()));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case LOCAL, ARTIFACT -> ServerStarts.local(target, workspace, this::startPrivate);
            case CONTAINER -> Containers.start(target, workspace, recipe(target));
            case EXTERNAL -> ServerStarts.external(target);
            default -> throw ServerStarts.unknownKind(target, "local, artifact, container or external");
        };
    }

    /** Returns the data directory. Its dictionaries name files relative to it. */
    @Override
    public Optional<DataFiles> dataFiles(Target target) {
        return Optional.of(DataFiles.of(
                target,
                List.of(DATA),
                name -> OF_FILES.matcher(name).matches()
                        && !OF_MEMORY.matcher(name).matches()));
    }

    /** Returns the container's recipe: the images of both products have variables of the same names. */
    private Containers.Recipe recipe(Target target) {
        PortsAndPaths.refuse(target, CHOSEN_BY_ROWMARK);
        MySqlDriver driver = MySqlDriver.of(target, product.driver());
        List<String> options = new ArrayList<>(COMMON);
        target.settings().forEach((name, value) -> options.add("--" + name + "=" + value));
        Map<String, String> environment = Map.of(
                "MYSQL_ROOT_PASSWORD", Containers.PASSWORD.reveal(),
                "MYSQL_ROOT_HOST", "%",
                "MYSQL_DATABASE", "rowmark");
        return new Containers.Recipe(
                product.image(),
                PORT,
                environment,
                options,
                port -> driver.over(target, port).as(ROOT, Containers.PASSWORD));
    }

    private Server startPrivate(Target target, Workspace workspace) throws IOException {
        PortsAndPaths.refuse(target, CHOSEN_BY_ROWMARK);
        MySqlInstallation installation = MySqlInstallation.of(target, product);
        List<String> address = new ArrayList<>();
        Endpoint endpoint = listen(target, workspace, address).as(ROOT, ServerPassword.get());
        Program program =
                Program.at(installation.require(target, product, product.programs()), Optional.of(workspace.data()));
        if (!MySqlProduct.ofVersion(program.version()).equals(product)) {
            throw target.problem(program.path() + " is not " + product.name() + " but a server of version "
                    + program.version() + "; name another installation with home:");
        }
        Path data = ServerStarts.filledOnce(workspace.data(), DATA, directory -> {
            PortsAndPaths.requireSpace(target, workspace, MEGABYTES_EMPTY);
            product.creation().create(new NewServer(target, workspace, installation, program.path(), directory));
        });
        List<String> line = new ArrayList<>(List.of(program.path().toString(), "--no-defaults"));
        line.addAll(installation.option());
        line.addAll(List.of("--datadir=" + data, "--tmpdir=" + temporary(workspace)));
        line.add("--pid-file=" + workspace.data().resolve("server.pid"));
        line.addAll(COMMON);
        line.addAll(product.options());
        line.addAll(userOption("--user="));
        line.addAll(address);
        target.settings().forEach((name, value) -> line.add("--" + name + "=" + value));
        Map<String, String> creating = new HashMap<>(endpoint.properties());
        creating.put("createDatabaseIfNotExist", "true");
        try (PrivateFile file =
                PrivateFile.of(workspace.data(), product.atStart().apply(ServerPassword.get()))) {
            line.add("--init-file=" + file.path());
            ServerProcess process = ServerProcess.start(
                    new Command(line, workspace.data(), workspace.log()).behind(workspace.prefix()),
                    ServerProcess.Stop.terminate(STOP_GRACE));
            return ServerStarts.answering(target, process, endpoint.with(creating), endpoint);
        }
    }

    /** Adds the options of its address; over TCP without a socket, whose path may be longer than sockets allow. */
    private Endpoint listen(Target target, Workspace workspace, List<String> line) throws IOException {
        MySqlDriver driver = MySqlDriver.of(target, product.driver());
        if (target.transport() == Transport.SOCKET) {
            Path socket = PortsAndPaths.socket(target, workspace, "socket");
            line.addAll(List.of("--skip-networking", "--socket=" + socket));
            return driver.over(target, socket);
        }
        int port = PortsAndPaths.port(target, "port");
        line.addAll(List.of("--bind-address=127.0.0.1", "--port=" + port, "--socket="));
        return driver.over(target, port);
    }

    /** Makes a temporary directory of its own: a server that starts clears it of other servers' tables. */
    private static Path temporary(Workspace workspace) throws IOException {
        return Files.createDirectories(workspace.data().resolve("tmp"));
    }

    /** Returns the option without which the servers refuse to run as root. */
    private static List<String> userOption(String option) {
        return ServerStarts.asRoot() ? List.of(option + ROOT) : List.of();
    }

    record NewServer(Target target, Workspace workspace, MySqlInstallation installation, Path program, Path data) {
        /**
         * Runs the program that makes the files. MariaDB's script breaks at spaces in paths and in the user's option, so
         * it gets the temporary directory as a variable, and the user by an option that it passes on.
         */
        void create(Path directory, List<String> words) throws IOException {
            List<String> line = new ArrayList<>(words);
            line.add("--datadir=" + data);
            line.addAll(userOption("--loose-user="));
            target.settings().forEach((name, value) -> {
                if (OF_CREATION.matcher(SettingName.of(name)).matches()) {
                    line.add("--" + name + "=" + value);
                }
            });
            Map<String, String> environment =
                    Map.of("TMPDIR", temporary(workspace).toString());
            new Tool(new Command(line, environment, directory, workspace.log()), ServerStarts.START_LIMIT).run();
        }
    }
}

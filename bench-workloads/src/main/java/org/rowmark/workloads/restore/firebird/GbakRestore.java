package org.rowmark.workloads.restore.firebird;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.databases.firebird.FirebirdInstallation;
import org.rowmark.databases.firebird.FirebirdRoot;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;

/**
 * A restore by gbak, Firebird's program for backups: of the installation that the target is started from, the installed
 * one for servers that run elsewhere.
 */
record GbakRestore(String name, String meaning, Access access) implements FirebirdRestorer.Method {
    /** The place of the engine that a gbak works with. */
    private enum Access {
        /** In gbak's own process; no server takes part. */
        LOCAL,
        /** In the server, into which gbak inserts the rows of the backup over the network as any client does. */
        TCP,
        /**
         * In the server, which restores a file on its own disk and sends gbak the lines to print. gbak would take a
         * service of the engine in its own process too, but that of version 3.0.11 crashes at its end every few times.
         */
        SERVICE
    }

    static final GbakRestore LOCAL = new GbakRestore(
            "gbak-local", "gbak to a plain path: the engine is in gbak's own process (embedded)", Access.LOCAL);
    static final GbakRestore TCP = new GbakRestore(
            "gbak-tcp", "gbak to host:path: gbak reads the backup and sends the rows to the server", Access.TCP);
    static final GbakRestore SERVICE = new GbakRestore(
            "gbak-service", "gbak -se: the server restores a file on its own disk (Services API)", Access.SERVICE);

    private static final String GBAK = "gbak";
    private static final Path OFFICIAL = Path.of("/opt/firebird/bin/gbak");

    @Override
    public Optional<String> missing(RunningTarget running) {
        Optional<String> missing = switch (access) {
            case LOCAL -> FirebirdRestorer.missingFiles(running);
            case TCP -> FirebirdRestorer.missingDirectory(running);
            case SERVICE -> FirebirdRestorer.missingDirectory(running).or(() -> FirebirdRestorer.missingDisk(running));
        };
        return missing.or(() -> FirebirdRestorer.isOurs(running)
                        ? FirebirdInstallation.missing(running.target())
                        : Optional.empty())
                .or(() -> find(running).isPresent()
                        ? Optional.empty()
                        : Optional.of("the program gbak (on Debian: apt-get install firebird3.0-utils)"));
    }

    private static Optional<Path> find(RunningTarget running) {
        return FirebirdRestorer.isOurs(running)
                ? FirebirdInstallation.of(running.target()).program(GBAK)
                : InstalledPrograms.find(GBAK).or(() -> Optional.of(OFFICIAL).filter(Files::isExecutable));
    }

    @Override
    public Map<String, String> programs(RunningTarget running) throws IOException {
        String printed = gbak(running, List.of("-z")).output(); // it wants files as well, and fails
        String version = StringUtils.substringBetween(printed, " version ", "\n");
        return version == null ? Map.of() : Map.of(GBAK, version);
    }

    /**
     * Makes a backup; by a service only of a private server: an external one may not write into this user's
     * directories, so that gbak makes it as a client, whose file it is.
     */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        if (access == Access.SERVICE && !FirebirdRestorer.isOurs(running)) {
            FirebirdRestorer.requireThisMachine(running);
            TCP.backUp(running, source, backup);
            return;
        }
        List<String> words = service(running);
        words.addAll(List.of("-backup_database", "-garbage_collect", database(running, source), backup.toString()));
        gbak(running, words).run();
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        List<String> words = service(running);
        words.addAll(List.of("-create_database", "-verbose", "-statistics", "tdrw"));
        job.pageSize().ifPresent(bytes -> words.addAll(List.of("-page_size", Integer.toString(bytes))));
        job.buffers().ifPresent(pages -> words.addAll(List.of("-buffers", Integer.toString(pages))));
        if (!job.indexes()) {
            words.add("-inactive");
        }
        words.add(
                access == Access.SERVICE
                        ? FirebirdRestorer.backupOnServer(running, job)
                        : FirebirdRestorer.backup(job).toString());
        words.add(database(running, job.name()));
        return new VerboseRestore(job.progress(), gbak(running, words)::run);
    }

    /** Returns the arguments that choose a service, if one does the work. */
    private List<String> service(RunningTarget running) {
        FirebirdAddress address = FirebirdAddress.of(running.endpoint());
        return new ArrayList<>(
                access == Access.SERVICE ? List.of("-se", address.connection("service_mgr")) : List.of());
    }

    private String database(RunningTarget running, String name) {
        String path = FirebirdRestorer.path(running, name);
        return access == Access.TCP ? FirebirdAddress.of(running.endpoint()).connection(path) : path;
    }

    /** @param arguments hold no secret: user and password go by the environment */
    private Tool gbak(RunningTarget running, List<String> arguments) throws IOException {
        Path program = find(running).orElseThrow(() -> running.target().problem("needs the program gbak"));
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(arguments);
        Map<String, String> environment = new HashMap<>();
        if (access == Access.LOCAL) {
            environment.putAll(engine(running));
        } else if (FirebirdRestorer.isOurs(running)) {
            environment.putAll(root(running, running.workspace().data()).environment());
        }
        environment.put("ISC_USER", running.endpoint().user().orElse(FirebirdRoot.USER));
        running.endpoint().password().map(Secret::reveal).ifPresent(secret -> environment.put("ISC_PASSWORD", secret));
        return new Tool(new Command(words, environment, running.output()));
    }

    /**
     * Creates a root in which gbak has the engine in its own process, with the server's settings, and cannot become a
     * client of the server. The directory of locks is the server's: two engines that do not know of each other would
     * destroy a database.
     */
    private static Map<String, String> engine(RunningTarget running) throws IOException {
        FirebirdRoot root = root(running, running.directory(GBAK));
        root.create(
                Map.of("Providers", root.installation().plugin()),
                running.target().settings());
        Map<String, String> environment = root.environment();
        environment.put("FIREBIRD_LOCK", running.directory("lock").toString());
        return environment;
    }

    private static FirebirdRoot root(RunningTarget running, Path directory) {
        return new FirebirdRoot(
                FirebirdInstallation.of(running.target()),
                directory,
                running.workspace().log());
    }
}

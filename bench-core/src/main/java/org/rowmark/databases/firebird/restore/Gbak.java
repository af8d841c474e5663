package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.firebird.FirebirdInstallation;
import org.rowmark.databases.firebird.FirebirdRoot;
import org.rowmark.databases.firebird.FirebirdServer;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;

/**
 * Firebird's program for backups: of the installation that the target is started from, the installed one for servers that
 * run elsewhere.
 *
 * @param program its file
 * @param environment says which configuration it takes; no secret
 */
record Gbak(RunningTarget site, Path program, Map<String, String> environment) {
    private static final String NAME = "gbak";
    private static final Path OFFICIAL = Path.of("/opt/firebird/bin/gbak");
    private static final Pattern MAJOR = Pattern.compile(".*?V(\\d+)\\..*");

    /** Its first version with {@code -statistics}. */
    private static final int TELLS_TIMES = 3;

    /** What there is not of it, as the end of "needs …". */
    static Optional<String> missing(RunningTarget site) {
        Optional<String> installation =
                FirebirdFiles.isOurs(site) ? FirebirdInstallation.missing(site.target()) : Optional.empty();
        return installation.isPresent() || find(site).isPresent()
                ? installation
                : Optional.of("the program gbak (on Debian: apt-get install firebird3.0-utils)");
    }

    /** A client of the target's server. */
    static Gbak client(RunningTarget site) {
        Path program = find(site).orElseThrow(() -> site.target().problem("needs the program gbak"));
        Map<String, String> environment = FirebirdFiles.isOurs(site)
                ? FirebirdFiles.root(site).command(NAME, List.of()).environment()
                : Map.of();
        return new Gbak(site, program, environment);
    }

    /**
     * With the engine in its own process, which has the server's settings and no way to become a client of it. The
     * directory of locks is the server's: two engines that do not know of each other would destroy a database.
     */
    static Gbak engine(RunningTarget site) throws IOException {
        FirebirdRoot root = new FirebirdRoot(
                FirebirdInstallation.of(site.target()),
                site.directory(NAME),
                site.workspace().log());
        Files.createDirectories(root.directory());
        root.create();
        root.configure(
                Map.of("Providers", root.installation().plugin()), site.target().settings());
        Command command = root.command(NAME, List.of());
        Map<String, String> environment = new HashMap<>(command.environment());
        environment.put("FIREBIRD_LOCK", site.directory("lock").toString());
        return new Gbak(site, Path.of(command.words().get(0)), environment);
    }

    private static Optional<Path> find(RunningTarget site) {
        if (FirebirdFiles.isOurs(site)) {
            return FirebirdInstallation.of(site.target()).program(NAME);
        }
        return Stream.concat(
                        InstalledPrograms.find(NAME).stream(),
                        Stream.of(OFFICIAL).filter(Files::isExecutable))
                .findFirst();
    }

    /** By its name, as it tells it; empty if it tells none. */
    Map<String, String> version() throws IOException {
        return of(List.of("-z")) // it wants files as well, and fails
                .output()
                .lines()
                .filter(line -> line.contains(" version "))
                .map(line -> Map.of(NAME, line.replaceFirst(".* version ", "")))
                .findFirst()
                .orElse(Map.of());
    }

    private boolean tellsTimes() throws IOException {
        Matcher major = MAJOR.matcher(version().getOrDefault(NAME, ""));
        return major.matches() && Integer.parseInt(major.group(1)) >= TELLS_TIMES;
    }

    /**
     * @param first arguments that say who does it; empty for itself
     * @param database as it wants it
     */
    void backUp(List<String> first, String database, Path backup) throws IOException {
        List<String> words = new ArrayList<>(first);
        words.addAll(List.of("-backup_database", "-garbage_collect", database, backup.toString()));
        of(words).run();
    }

    /** @param arguments hold no secret: user and password go by the environment */
    private Tool of(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(arguments);
        Map<String, String> all = new HashMap<>(environment);
        all.put("ISC_USER", site.endpoint().user().orElse(FirebirdServer.USER));
        site.endpoint().password().map(Secret::reveal).ifPresent(password -> all.put("ISC_PASSWORD", password));
        return new Tool(new Command(words, all, site.output()));
    }

    /**
     * A restore by it.
     *
     * @param database the database to make, as it wants it
     */
    PreparedRestore restoring(RestoreJob job, String database) throws IOException {
        return new Run(job, of(words(job, FirebirdFiles.backup(job).toString(), database, tellsTimes())), false);
    }

    /**
     * A restore that it asks a service for.
     *
     * @param service as it wants it
     * @param serverTellsTimes whether {@link FirebirdServices#tellTimes}
     */
    PreparedRestore asking(String service, RestoreJob job, String database, boolean serverTellsTimes)
            throws IOException {
        List<String> words = new ArrayList<>(List.of("-se", service));
        words.addAll(words(job, FirebirdFiles.backupOnServer(site, job), database, serverTellsTimes && tellsTimes()));
        return new Run(job, of(words), true);
    }

    private static List<String> words(RestoreJob job, String backup, String database, boolean statistics) {
        List<String> words = new ArrayList<>(List.of("-create_database", "-verbose"));
        if (statistics) {
            words.addAll(List.of("-statistics", "tdrw"));
        }
        job.pageSize().ifPresent(bytes -> words.addAll(List.of("-page_size", Integer.toString(bytes))));
        job.buffers().ifPresent(pages -> words.addAll(List.of("-buffers", Integer.toString(pages))));
        if (!job.indexes()) {
            words.add("-inactive");
        }
        words.add(backup);
        words.add(database);
        return words;
    }

    /** One restore. */
    private static final class Run implements PreparedRestore {
        private final RestoreJob job;
        private final Tool program;
        private final GbakOutput output;
        private long start;

        Run(RestoreJob job, Tool program, boolean byService) {
            this.job = job;
            this.program = program;
            this.output = new GbakOutput(
                    () -> byService ? OptionalDouble.empty() : OptionalDouble.of((System.nanoTime() - start) / 1e9));
        }

        @Override
        public void run() throws IOException {
            start = System.nanoTime();
            program.run(line -> output.read(line).ifPresent(job.progress()));
            output.requireComplete(); // a service may give up without an error, and gbak with it
        }

        @Override
        public Map<String, Double> phases() {
            return output.phases();
        }
    }
}

package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.rowmark.db.Databases;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.BackupCache;
import org.rowmark.workloads.restore.ExplainedRestore;

/**
 * Compares a restore by {@code gbak-service} through the suite with the bare command, in paired rounds on one server: {@code
 * docs/overhead.md} says how to run it. The suite's side is what the workload measures; the bare one is the same words in
 * the same environment, with their output straight into a file.
 */
public final class RestoreOverhead {
    private static final String RESTORED = "rowmark_restored";

    private final RunningTarget site;
    private final Restorer restorer = Databases.named("firebird").restorer().orElseThrow();
    private final RestoreMethod method = restorer.method("gbak-service").orElseThrow();
    private final Map<Integer, Double> bare = new TreeMap<>();
    private final Map<Integer, Double> suite = new TreeMap<>();

    private RestoreOverhead(RunningTarget site) {
        this.site = site;
    }

    /**
     * Measures and prints the ratio suite/bare.
     *
     * @param arguments number of rounds, seed of the order, scale of the backup
     */
    public static void main(String[] arguments) throws IOException, SQLException, InterruptedException {
        Target target = Targets.builtIn().named("firebird");
        try (Overheads.Scratch scratch = Overheads.Scratch.create()) {
            Path directory = scratch.path();
            Workspace workspace =
                    new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
            try (Server server = Databases.named("firebird").launcher().start(target, workspace)) {
                RunningTarget site =
                        new RunningTarget(target, server.endpoint(), workspace, directory.resolve("programs.log"));
                new RestoreOverhead(site)
                        .measure(
                                Integer.parseInt(arguments[0]),
                                Long.parseLong(arguments[1]),
                                Double.parseDouble(arguments[2]));
            }
        }
        System.exit(0); // what keeps drivers' threads alive is no business of this tool
    }

    private void measure(int rounds, long seed, double scale) throws IOException, SQLException, InterruptedException {
        BackupCache backups = new BackupCache(BackupCache.cache(), System.out::println);
        Backup backup = backups.of(site, restorer, method, scale);
        backups.removeSource(site, restorer);
        suite(backup); // warms up, and leaves the words in the log
        List<String> words = words();
        bare(words);
        List<Boolean> bareFirst = Overheads.order(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean isBareFirst = bareFirst.get(round - 1);
            if (isBareFirst) {
                bare.put(round, bare(words));
            }
            suite.put(round, suite(backup));
            if (!isBareFirst) {
                bare.put(round, bare(words));
            }
            System.out.printf(
                    Locale.ROOT,
                    "round %2d: suite %.3f, bare %.3f s, ratio %.4f, %s first%n",
                    round,
                    suite.get(round),
                    bare.get(round),
                    suite.get(round) / bare.get(round),
                    isBareFirst ? "bare" : "suite");
        }
        print();
    }

    private double suite(Backup backup) throws IOException, SQLException {
        RestoreJob job = new RestoreJob(
                backup.path(), RESTORED, true, OptionalInt.empty(), OptionalInt.empty(), 1, progress -> {});
        PreparedRestore restoring = ExplainedRestore.prepare(restorer, method, site, job);
        long start = System.nanoTime();
        restoring.run();
        double seconds = secondsSince(start);
        restorer.drop(site, RESTORED);
        return seconds;
    }

    private double bare(List<String> words) throws IOException, SQLException, InterruptedException {
        Path output = site.directory("bare.log");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("FIREBIRD", site.workspace().data().toString());
        environment.put("FIREBIRD_LOCK", site.directory("lock").toString());
        environment.put("FIREBIRD_TMP", site.directory("tmp").toString());
        environment.put("ISC_USER", site.endpoint().user().orElseThrow());
        environment.put(
                "ISC_PASSWORD", site.endpoint().password().map(Secret::reveal).orElseThrow());
        long start = System.nanoTime();
        int code = builder.start().waitFor();
        double seconds = secondsSince(start);
        if (code != 0) {
            throw new IllegalStateException("the bare command failed: " + Files.readString(output));
        }
        restorer.drop(site, RESTORED);
        return seconds;
    }

    /** Of the last restore that the suite did, as it noted them. */
    private List<String> words() throws IOException {
        List<String> restores = Files.readAllLines(site.output()).stream()
                .filter(line -> line.startsWith("# ") && line.contains("-create_database"))
                .toList();
        return List.of(restores.get(restores.size() - 1).substring(2).split(" ", -1));
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private void print() {
        Comparison comparison = Comparison.paired(bare, suite, Better.HIGHER); // so that it is suite/bare
        System.out.printf(
                Locale.ROOT,
                "median of rounds: suite %.3f, bare %.3f s%n"
                        + "ratio of medians %.4f; paired ratio %.4f, 95%% interval %.4f to %.4f, %d rounds%n",
                Overheads.median(suite.values()),
                Overheads.median(bare.values()),
                Overheads.median(suite.values()) / Overheads.median(bare.values()),
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.n());
    }
}

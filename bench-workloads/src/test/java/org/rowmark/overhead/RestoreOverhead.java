package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.workloads.restore.Backup;
import org.rowmark.workloads.restore.BackupCache;
import org.rowmark.workloads.restore.ExplainedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * A restore by {@code gbak-service} through the suite and by the bare command, on one server. The suite's side is what
 * the workload measures, without the phase {@code durable}; the bare one is the same words in the same environment, with their output straight into a file.
 */
final class RestoreOverhead {
    private static final String RESTORED = "rowmark_restored";

    private final RunningTarget running;
    private final Restorer restorer = Restorer.of("firebird").orElseThrow();
    private final RestoreMethod method = restorer.method("gbak-service").orElseThrow();

    private RestoreOverhead(RunningTarget running) {
        this.running = running;
    }

    static void measure(int rounds, long seed, double scale) throws Exception {
        Scratch.with("firebird", running -> new RestoreOverhead(running).compare(rounds, seed, scale));
    }

    private void compare(int rounds, long seed, double scale) throws Exception {
        BackupCache backups = new BackupCache(BackupCache.cache(), System.out::println);
        Backup backup = backups.of(running, restorer, method, scale);
        backups.removeSource(running, restorer);
        suite(backup); // warms up, and leaves the words in the log
        List<String> words = words();
        bare(words);
        new PairedValues("gbak-service", "suite", "bare", "s")
                .measure(rounds, seed, () -> suite(backup), () -> bare(words));
    }

    private double suite(Backup backup) throws IOException, SQLException {
        RestoreJob job = new RestoreJob(
                backup.path(), RESTORED, true, OptionalInt.empty(), OptionalInt.empty(), 1, progress -> {});
        PreparedRestore restoring = ExplainedRestore.prepare(restorer, method, running, job);
        long start = System.nanoTime();
        restoring.run();
        double seconds = secondsSince(start);
        restorer.drop(running, RESTORED);
        return seconds - restoring.phases().get(PreparedRestore.DURABLE);
    }

    private double bare(List<String> words) throws IOException, SQLException, InterruptedException {
        Path output = running.directory("bare.log");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("FIREBIRD", running.workspace().data().toString());
        environment.put("FIREBIRD_LOCK", running.directory("lock").toString());
        environment.put("FIREBIRD_TMP", running.directory("tmp").toString());
        environment.put("ISC_USER", running.endpoint().user().orElseThrow());
        environment.put(
                "ISC_PASSWORD",
                running.endpoint().password().map(Secret::reveal).orElseThrow());
        long start = System.nanoTime();
        int code = builder.start().waitFor();
        double seconds = secondsSince(start);
        if (code != 0) {
            throw new IllegalStateException("the bare command failed: " + Files.readString(output));
        }
        restorer.drop(running, RESTORED);
        return seconds;
    }

    /** Returns the words of the suite's last restore, from its log. */
    private List<String> words() throws IOException {
        List<String> restores = Files.readAllLines(running.output()).stream()
                .filter(line -> line.startsWith("# ") && line.contains("-create_database"))
                .toList();
        return List.of(restores.get(restores.size() - 1).substring(2).split(" ", -1));
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}

package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** The preparation of restores: makes the backups before the first round, and drops what a failed restore left behind. */
public final class RestorePreparation implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    private final Map<String, Map<String, String>> programs = new TreeMap<>();
    private final Set<String> databases = new HashSet<>();
    private final Set<String> reported = new HashSet<>();
    private final Map<String, BackupCache> backups = new TreeMap<>();

    @Override
    public Optional<String> obstacle(Target target, Map<String, String> parameters) {
        return RestoreParameters.of(parameters).obstacle(target);
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException, SQLException {
        Restorer restorer = Restorer.of(running.target().database()).orElseThrow();
        RestoreMethod method =
                RestoreParameters.of(parameters).method(running.target()).orElseThrow();
        Optional<String> missing = method.missing(running);
        if (missing.isPresent()) {
            return missing.map(what -> method.name() + " needs " + what);
        }
        requireFree(running, restorer);
        programs.computeIfAbsent(running.target().name(), name -> new TreeMap<>())
                .putAll(method.programs(running));
        Optional<Path> file = options.get(RunOption.BACKUP);
        Backup backup = file.isPresent()
                ? own(running, method, file.get())
                : generated(
                        running, restorer, method, options.get(RunOption.SCALE).orElseThrow(), progress);
        backup.requireDiskSpace(running);
        return Optional.empty();
    }

    private Backup generated(
            RunningTarget running, Restorer restorer, RestoreMethod method, double scale, ProgressListener progress)
            throws IOException, SQLException {
        Backup backup = backups.computeIfAbsent(
                        running.target().name(), target -> new BackupCache(BackupCache.cache(), progress::step))
                .of(running, restorer, method, scale);
        if (reported.add(running.target().name() + method.format())) {
            progress.made(sizes(method, backup));
        }
        return backup;
    }

    private static String sizes(RestoreMethod method, Backup backup) {
        Backup.Original original = backup.original().orElseThrow();
        return String.format(
                Locale.ROOT,
                "backup (%s) %.1f MB of a database of %.1f MB, %.0f %% of it in indexes",
                method.format(),
                backup.bytes() / MEGABYTE,
                original.bytes() / MEGABYTE,
                100.0 * original.indexBytes() / original.bytes());
    }

    private Backup own(RunningTarget running, RestoreMethod method, Path file) throws IOException, SQLException {
        databases.add(running.target().database());
        if (databases.size() > 1) {
            throw new UsageException("--backup " + file + ": a backup is of one product, and this run has "
                    + String.join(" and ", new TreeSet<>(databases)) + "; name targets of one");
        }
        return BackupCache.own(file, running, method);
    }

    private static void requireFree(RunningTarget running, Restorer restorer) throws IOException, SQLException {
        if (running.target().url().isPresent() && restorer.exists(running, RestoreSetup.RESTORED)) {
            throw running.target()
                    .problem("there is a database "
                            + RestoreSetup.RESTORED
                            + ", the name that Rowmark restores into; drop it if it is left from a"
                            + " run that was killed, rename it if it is yours");
        }
    }

    @Override
    public void prepared(RunningTarget running) throws IOException, SQLException {
        BackupCache made = backups.remove(running.target().name());
        if (made != null) {
            made.removeSource(running, Restorer.of(running.target().database()).orElseThrow());
        }
    }

    @Override
    public void clean(RunningTarget running, Map<String, String> parameters) throws IOException, SQLException {
        Optional<Restorer> restorer = Restorer.of(running.target().database());
        if (restorer.isPresent()) {
            restorer.get().drop(running, RestoreSetup.RESTORED);
        }
    }

    @Override
    public Map<String, String> programs(RunningTarget running) {
        return programs.getOrDefault(running.target().name(), Map.of());
    }
}

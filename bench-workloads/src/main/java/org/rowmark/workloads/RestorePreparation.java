package org.rowmark.workloads;

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
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.options.RunOption;
import org.rowmark.restore.Backup;
import org.rowmark.restore.BackupCache;
import org.rowmark.restore.DiskSpace;
import org.rowmark.restore.Restorers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** Makes the backups before the first round, and takes away what a restore that failed left behind. */
public final class RestorePreparation implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    private final Map<String, Map<String, String>> programs = new TreeMap<>();
    private final Set<String> databases = new HashSet<>();
    private final Set<String> figured = new HashSet<>();
    private final Map<String, BackupCache> backups = new TreeMap<>();

    @Override
    public Optional<String> obstacle(Target target, Map<String, String> parameters) {
        return RestoreParameters.of(parameters).obstacle(target);
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException, SQLException {
        Restorer restorer = Restorers.of(running.target().database()).orElseThrow();
        RestoreMethod way =
                Restorers.method(running.target(), parameters.get("way")).orElseThrow();
        Optional<String> missing = way.missing(running);
        if (missing.isPresent()) {
            return missing.map(what -> way.name() + " needs " + what);
        }
        requireFree(running, restorer);
        programs.computeIfAbsent(running.target().name(), name -> new TreeMap<>())
                .putAll(way.programs(running));
        Optional<Path> file = options.get(RunOption.BACKUP);
        Backup backup = file.isPresent()
                ? own(running, way, file.get())
                : generated(running, restorer, way, options.get(RunOption.SCALE).orElseThrow(), progress);
        DiskSpace.requireForRestore(running, backup);
        return Optional.empty();
    }

    private Backup generated(
            RunningTarget running, Restorer restorer, RestoreMethod way, double scale, ProgressListener progress)
            throws IOException, SQLException {
        Backup backup = backups.computeIfAbsent(
                        running.target().name(), target -> new BackupCache(BackupCache.cache(), progress::step))
                .of(running, restorer, way, scale);
        if (figured.add(running.target().name() + way.format())) {
            progress.made(figures(way, backup));
        }
        return backup;
    }

    @Override
    public void prepared(RunningTarget running) throws IOException, SQLException {
        BackupCache made = backups.remove(running.target().name());
        if (made != null) {
            made.removeSource(running, Restorers.of(running.target().database()).orElseThrow());
        }
    }

    private static String figures(RestoreMethod way, Backup backup) {
        Backup.Original original = backup.original().orElseThrow();
        return String.format(
                Locale.ROOT,
                "backup (%s) %.1f MB of a database of %.1f MB, %.0f %% of it in indexes",
                way.format(),
                backup.bytes() / MEGABYTE,
                original.bytes() / MEGABYTE,
                100.0 * original.indexBytes() / original.bytes());
    }

    private Backup own(RunningTarget running, RestoreMethod way, Path file) throws IOException, SQLException {
        databases.add(running.target().database());
        if (databases.size() > 1) {
            throw new UsageException("--backup " + file + ": a backup is of one product, and this run has "
                    + String.join(" and ", new TreeSet<>(databases)) + "; name targets of one");
        }
        return BackupCache.own(file, running, way);
    }

    private static void requireFree(RunningTarget running, Restorer restorer) throws IOException, SQLException {
        if (running.target().url().isPresent() && restorer.exists(running, RestoreSite.RESTORED)) {
            throw running.target()
                    .problem("there is a database "
                            + RestoreSite.RESTORED
                            + ", the name that Rowmark restores into; drop it if it is left from a"
                            + " run that was killed, rename it if it is yours");
        }
    }

    @Override
    public void clean(RunningTarget running, Map<String, String> parameters) throws IOException, SQLException {
        Optional<Restorer> restorer = Restorers.of(running.target().database());
        if (restorer.isPresent()) {
            restorer.get().drop(running, RestoreSite.RESTORED);
        }
    }

    @Override
    public Map<String, String> programs(RunningTarget running) {
        return programs.getOrDefault(running.target().name(), Map.of());
    }
}

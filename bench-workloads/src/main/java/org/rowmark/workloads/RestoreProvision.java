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
public final class RestoreProvision implements WorkloadPreparation {
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
            RunningTarget site, Map<String, String> parameters, WorkloadOptions options, Preparing told)
            throws IOException, SQLException {
        Restorer restorer = Restorers.of(site.target().database()).orElseThrow();
        RestoreMethod way =
                Restorers.method(site.target(), parameters.get("way")).orElseThrow();
        Optional<String> missing = way.missing(site);
        if (missing.isPresent()) {
            return missing.map(what -> way.name() + " needs " + what);
        }
        requireFree(site, restorer);
        programs.computeIfAbsent(site.target().name(), name -> new TreeMap<>()).putAll(way.programs(site));
        Optional<Path> file = options.get(RunOption.BACKUP);
        Backup backup = file.isPresent()
                ? own(site, way, file.get())
                : generated(site, restorer, way, options.get(RunOption.SCALE).orElseThrow(), told);
        DiskSpace.requireForRestore(site, backup);
        return Optional.empty();
    }

    private Backup generated(RunningTarget site, Restorer restorer, RestoreMethod way, double scale, Preparing told)
            throws IOException, SQLException {
        Backup backup = backups.computeIfAbsent(
                        site.target().name(), target -> new BackupCache(BackupCache.cache(), told::goesOn))
                .of(site, restorer, way, scale);
        if (figured.add(site.target().name() + way.format())) {
            told.made(figures(way, backup));
        }
        return backup;
    }

    @Override
    public void prepared(RunningTarget site) throws IOException, SQLException {
        BackupCache made = backups.remove(site.target().name());
        if (made != null) {
            made.removeSource(site, Restorers.of(site.target().database()).orElseThrow());
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

    private Backup own(RunningTarget site, RestoreMethod way, Path file) throws IOException, SQLException {
        databases.add(site.target().database());
        if (databases.size() > 1) {
            throw new UsageException("--backup " + file + ": a backup is of one product, and this run has "
                    + String.join(" and ", new TreeSet<>(databases)) + "; name targets of one");
        }
        return BackupCache.own(file, site, way);
    }

    private static void requireFree(RunningTarget site, Restorer restorer) throws IOException, SQLException {
        if (site.target().url().isPresent() && restorer.exists(site, RestoreSite.RESTORED)) {
            throw site.target()
                    .problem("there is a database "
                            + RestoreSite.RESTORED
                            + ", the name that Rowmark restores into; drop it if it is left from a"
                            + " run that was killed, rename it if it is yours");
        }
    }

    @Override
    public void clean(RunningTarget site, Map<String, String> parameters) throws IOException, SQLException {
        Optional<Restorer> restorer = Restorers.of(site.target().database());
        if (restorer.isPresent()) {
            restorer.get().drop(site, RestoreSite.RESTORED);
        }
    }

    @Override
    public Map<String, String> programs(RunningTarget site) {
        return programs.getOrDefault(site.target().name(), Map.of());
    }
}

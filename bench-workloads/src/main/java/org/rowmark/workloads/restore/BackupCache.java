package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.db.Drivers;
import org.rowmark.process.LockedDirectory;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.UsageException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Backups of the generated database, made on first use and kept in the cache from run to run. The name of a backup's
 * directory consists of database, versions of server and driver, format, scale and version of the generator, and of the
 * target where its server keeps the backup itself.
 */
public final class BackupCache {
    private static final String BACKUP = "backup";
    private static final String ORIGINAL = "original.json";

    /** At scale 1, in bytes, for any product. */
    private static final double LARGEST_BACKUP = 4e9;

    /** At scale 1, in bytes, for any product, with its logs. */
    private static final double LARGEST_DATABASE = 10e9;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Kinds of servers that may have disks of their own. */
    private static final Set<ServerKind> ELSEWHERE = EnumSet.of(ServerKind.EXTERNAL, ServerKind.CONTAINER);

    private final Path cache;
    private final Consumer<String> progress;
    private final Map<String, SampleDatabase.Built> built = new HashMap<>();

    /**
     * @param cache the directory that holds the backups, one directory each
     * @param progress receives the steps of a build in a few words each
     */
    public BackupCache(Path cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /** Returns the directory that keeps backups from run to run. */
    public static Path cache() {
        return CacheDirectory.prepared("backups");
    }

    /**
     * Returns the backup of the generated database in that method's format, made if there is none.
     *
     * @param scale 1 makes a backup of about 1.5 GB on Firebird
     */
    public Backup of(RunningTarget running, Restorer restorer, RestoreMethod method, double scale)
            throws IOException, SQLException {
        Path directory = directory(running, method, scale);
        if (Files.exists(directory) && !method.isThere(running, directory.resolve(BACKUP))) {
            PathUtils.deleteDirectory(directory);
        }
        if (Files.notExists(directory)) {
            make(running, restorer, method, scale, directory);
        }
        return read(running, method, directory);
    }

    /**
     * Returns a backup that {@link #of} made before.
     *
     * @throws IOException if there is none
     */
    public Backup existing(RunningTarget running, RestoreMethod method, double scale) throws IOException, SQLException {
        return read(running, method, directory(running, method, scale));
    }

    /**
     * Returns a backup of the user's own with unknown contents. Its path may be one on a server with disks of its own.
     *
     * @throws UsageException if it is not there
     */
    public static Backup own(Path path, RunningTarget running, RestoreMethod method) throws IOException, SQLException {
        boolean isHere = Files.exists(path);
        if (!isHere && !ELSEWHERE.contains(running.target().server())) {
            throw new UsageException("--backup " + path + ": there is no such file");
        }
        return new Backup(isHere ? path.toAbsolutePath() : path, method.size(running, path), Optional.empty());
    }

    /** Removes the database that backups were made from, if there is one. */
    public void removeSource(RunningTarget running, Restorer restorer) throws IOException, SQLException {
        if (built.remove(running.target().name()) != null) {
            restorer.drop(running, SampleDatabase.NAME);
        }
    }

    private void make(RunningTarget running, Restorer restorer, RestoreMethod method, double scale, Path directory)
            throws IOException, SQLException {
        DiskSpace.requireForData(running, (long) (scale * LARGEST_DATABASE), "the database to back up");
        DiskSpace.require(
                running,
                cache,
                (long) (scale * LARGEST_BACKUP),
                "the environment variable ROWMARK_CACHE",
                "the backup");
        try {
            String target = running.target().name();
            if (!built.containsKey(target)) {
                built.put(target, new SampleDatabase(running, restorer, progress).build(scale));
            }
            backUp(running, restorer, method, built.get(target), directory);
        } catch (IOException | SQLException | RuntimeException e) {
            leaveNothing(running, restorer, e);
            throw e;
        }
    }

    private void backUp(
            RunningTarget running,
            Restorer restorer,
            RestoreMethod method,
            SampleDatabase.Built figures,
            Path directory)
            throws IOException, SQLException {
        Path unfinished = LockedDirectory.in(cache);
        try {
            progress.accept("backing up in the format " + method.format());
            Path backup = unfinished.resolve(BACKUP);
            method.backUp(running, SampleDatabase.NAME, backup);
            progress.accept("reading what was backed up");
            Inventory inventory = Inventory.of(restorer.endpoint(running, SampleDatabase.NAME), restorer);
            Backup.Original original = new Backup.Original(figures.bytes(), figures.indexBytes(), inventory);
            Files.writeString(
                    unfinished.resolve(ORIGINAL),
                    JSON.writerWithDefaultPrettyPrinter().writeValueAsString(original));
            keep(unfinished, directory);
        } finally {
            LockedDirectory.remove(unfinished);
        }
    }

    /** Keeps what was made, or uses what another run has made meanwhile. */
    private static void keep(Path unfinished, Path directory) throws IOException {
        try {
            Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (Files.notExists(directory)) {
                throw e;
            }
        }
    }

    /** Removes the database, which nothing else would: it may be large and on an external server. */
    private void leaveNothing(RunningTarget running, Restorer restorer, Exception failure) {
        built.remove(running.target().name());
        try {
            restorer.drop(running, SampleDatabase.NAME);
        } catch (IOException | SQLException | RuntimeException more) {
            failure.addSuppressed(more);
        }
    }

    private static Backup read(RunningTarget running, RestoreMethod method, Path directory)
            throws IOException, SQLException {
        Path backup = directory.resolve(BACKUP);
        Backup.Original original = JSON.readValue(Files.readString(directory.resolve(ORIGINAL)), Backup.Original.class);
        return new Backup(backup, method.size(running, backup), Optional.of(original));
    }

    /** Names the driver's version too: checksums are of values as drivers return them, which format them differently. */
    private Path directory(RunningTarget running, RestoreMethod method, double scale) throws SQLException {
        String versions = Drivers.query(running.endpoint(), connection -> {
            DatabaseMetaData metaData = connection.getMetaData();
            return Stream.of(metaData.getDatabaseProductVersion(), metaData.getDriverVersion())
                    .map(version -> version.replaceAll("[^A-Za-z0-9.]+", "_"))
                    .collect(Collectors.joining("-"));
        });
        String name = String.join(
                "-", running.target().database(), versions, method.format(), "x" + scale, "v" + SampleSchema.VERSION);
        return cache.resolve(
                method.keepsOnServer() ? name + "-" + running.target().name() : name);
    }
}

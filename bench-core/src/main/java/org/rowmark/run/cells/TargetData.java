package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.data.DataCache;
import org.rowmark.data.DataFingerprint;
import org.rowmark.data.DataSet;
import org.rowmark.db.DataFiles;
import org.rowmark.db.DriverJars;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.TargetEnvironment.DataAmount;
import org.rowmark.result.TargetEnvironment.DataOrigin;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.Durations;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadPreparation.ProgressListener;

/**
 * The data of a target's cells before the first round: loaded, or copied from the cache if its private server's files
 * are there. Files that are kept are replaced by their copy, so that all configurations and runs measure on files
 * that are laid out in the same way.
 *
 * @param ready has the target's server up, except while files are copied
 * @param cells those that have data, of one target
 * @param late receives cells whose data took too long to load
 */
record TargetData(
        RunRequest request,
        CheckedTarget checked,
        ReadyServer ready,
        List<PlannedCell> cells,
        ProgressListener progress,
        BiConsumer<PlannedCell, TimeLimit.Exceeded> late) {
    /** What became of the data of all cells: loaded, or found. */
    record Loading(boolean hasLoaded, Duration time, List<String> failures) {}

    /** The files of the target's server, and what they would be in the cache. */
    record Reuse(DataCache cache, DataFiles files, DataFingerprint fingerprint) {
        /** Returns the entry of the cache that has the data, and may have more. */
        Optional<DataFingerprint> entry() throws IOException {
            return cache.having(fingerprint);
        }
    }

    /** Loads or copies the data, so that it is there when the server starts. */
    DataOrigin provide() throws IOException, SQLException {
        return provided()
                .of(cells.stream()
                        .map(cell -> dataSets(List.of(cell)))
                        .map(data -> new DataAmount(
                                data.stream().mapToLong(DataSet::rows).sum(),
                                data.stream().mapToLong(DataSet::bytes).sum())));
    }

    private DataLoading loading() {
        return new DataLoading(request);
    }

    private DataOrigin provided() throws IOException, SQLException {
        Optional<Reuse> reuse = reuse();
        if (reuse.isEmpty()) {
            return loaded(report(load()));
        }
        Optional<DataFingerprint> entry = reuse.get().entry();
        OptionalLong copied = entry.isPresent() ? copied(reuse.get(), entry.get()) : OptionalLong.empty();
        if (copied.isPresent()) {
            progress.made("data copied from the cache in " + Durations.words(Duration.ofMillis(copied.getAsLong()))
                    + " (" + entry.get().name() + ")");
            return new DataOrigin(0, copied);
        }
        Loading loading = report(load());
        if (!keep(reuse.get(), loading)) {
            return loaded(loading);
        }
        OptionalLong own = copied(reuse.get(), reuse.get().fingerprint());
        return own.isPresent() ? new DataOrigin(loading.time().toMillis(), own) : loaded(report(load()));
    }

    /** Returns the files that may come from the cache. */
    Optional<Reuse> reuse() {
        if (!checked.target().usesDataDirectory() || request.data().cache() == DataCacheMode.OFF) {
            return Optional.empty();
        }
        List<DataSet> data = dataSets(cells);
        String version = checked.facts().version();
        return data.isEmpty()
                ? Optional.empty()
                : checked.database()
                        .launcher()
                        .dataFiles(MemorySetting.without(checked.target()))
                        .map(files -> new Reuse(
                                DataCache.ofUser(),
                                files,
                                DataFingerprint.of(checked.database(), version, files, data)));
    }

    /** Lists the data sets without a server. */
    List<DataSet> dataSets(List<PlannedCell> some) {
        List<DataSet> data = new ArrayList<>();
        list(some, data::add);
        return data;
    }

    /** Lists the data sets without a server; returns the names of all tables. */
    Set<String> list(List<PlannedCell> some, Consumer<DataSet> data) {
        Set<String> tables = new LinkedHashSet<>();
        RunningTarget stopped =
                checked.on(Server.unmanaged(DriverJars.endpoint(checked.target(), "jdbc:rowmark:stopped")));
        some.forEach(cell -> tables.addAll(loading().list(cell, stopped, data)));
        return tables;
    }

    /** Copies the files of an entry and checks them; returns ms, empty if they are not right. */
    private OptionalLong copied(Reuse reuse, DataFingerprint entry) throws IOException {
        try {
            progress.step("copying data from the cache");
            stop();
            long start = System.nanoTime();
            reuse.cache().copyTo(checked.workspace().data(), entry);
            if (request.servers().limitsMemory()) {
                DataCache.dropFromSystem(checked.workspace().data());
            }
            long millis = since(start).toMillis();
            Loading found = load();
            if (!found.hasLoaded() && found.failures().isEmpty()) {
                return OptionalLong.of(millis);
            }
            reject(reuse, entry, "its rows are not those that were kept");
        } catch (IOException | SQLException | RuntimeException e) {
            reject(reuse, entry, ErrorMessages.of(e));
        }
        return OptionalLong.empty();
    }

    /** Goes back to a server without files, which are made at its start. */
    private void reject(Reuse reuse, DataFingerprint entry, String reason) throws IOException {
        stop();
        progress.made("data in the cache is not used, but loaded (" + entry.name() + "): " + reason);
        for (String name : reuse.files().names()) {
            Path file = checked.workspace().data().resolve(name);
            if (Files.exists(file)) {
                PathUtils.delete(file);
            }
        }
    }

    /** Keeps the files in the cache if that is worth it; returns whether they were kept. */
    boolean keep(Reuse reuse, Loading loading) {
        if (!loading.hasLoaded()
                || !loading.failures().isEmpty()
                || !request.data().cache().keeps(loading.time())) {
            return false;
        }
        try {
            if (stop() && !reuse.files().surviveKill()) {
                return false;
            }
            progress.step("keeping data in the cache");
            reuse.cache()
                    .keep(
                            reuse.fingerprint(),
                            checked.workspace().data(),
                            reuse.files().names());
            progress.made("data loaded in " + Durations.words(loading.time()) + " and kept in the cache ("
                    + reuse.fingerprint().name() + ")");
            return true;
        } catch (IOException | UsageException e) {
            progress.made("data is not kept in the cache: " + ErrorMessages.of(e));
            return false;
        }
    }

    /** Closes the files; returns whether they may need recovery. */
    private boolean stop() throws IOException {
        boolean wasKilled = ready.stop();
        if (checked.target().server() == ServerKind.EMBEDDED) {
            checked.start().close(); // which releases what this process has open
        }
        return wasKilled;
    }

    Loading load() throws IOException, SQLException {
        TimeLimit limit = TimeLimit.ofTimeout(request.sampling().limit());
        boolean hasLoaded = false;
        List<String> failures = new ArrayList<>();
        checked.on(ready); // whose start is no part of the time
        long start = System.nanoTime();
        for (PlannedCell cell : cells) {
            ShutdownActions.holdIfEnding();
            RunningTarget running = checked.on(ready);
            try {
                hasLoaded |= limit.within(() -> loading().load(cell, running));
            } catch (TimeLimit.Exceeded e) {
                failures.add("the data of " + cell.label() + " was not loaded: " + e.getMessage());
                late.accept(cell, e);
                ready.stop(); // it may be the server that does not answer
            } catch (SQLException e) {
                failures.add("the data of " + cell.label() + " was not loaded: " + ErrorMessages.of(e));
            }
        }
        return new Loading(hasLoaded, since(start), failures);
    }

    /** Reports the cells whose data was not loaded; their forks fail for the same reason, and no other cell does. */
    Loading report(Loading loading) {
        ShutdownActions.holdIfEnding(); // which killed what it was loaded by
        loading.failures().forEach(progress::made);
        return loading;
    }

    private static DataOrigin loaded(Loading loading) {
        return new DataOrigin(loading.hasLoaded() ? loading.time().toMillis() : 0, OptionalLong.empty());
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}

package org.rowmark.workloads;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.fixture.Tables;
import org.rowmark.options.RunOption;
import org.rowmark.restore.DiskSpace;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** Asks before the first round whether the disks take what is written, and drops what a fill that failed left behind. */
public final class PageFillProvision implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    /** Bytes of files for a byte of text, at the most that was seen: data, log and what is kept twice for a while. */
    private static final double EXPANSION = 2.5;

    /** Logs and files that do not grow with what is written. */
    private static final long FIXED = 300_000_000;

    /** By target, what it takes of the disk that all private servers and embedded databases share. */
    private final Map<String, Long> needed = new TreeMap<>();

    @Override
    public Optional<String> prepare(
            RunningTarget site, Map<String, String> parameters, WorkloadOptions options, ProgressListener told)
            throws IOException {
        String target = site.target().name();
        double scale = options.get(RunOption.SCALE).orElseThrow();
        long bytes = diskBytes(scale);
        if (isOurs(site)) {
            needed.put(target, bytes);
            long all = needed.values().stream().mapToLong(Long::longValue).sum();
            DiskSpace.requireForData(site, all, "page-fill on " + String.join(", ", needed.keySet()));
            told.made(figures(scale) + " of disk");
        } else {
            told.made(figures(scale) + " where the database is, which is not checked");
        }
        return Optional.empty();
    }

    /** Elsewhere nobody here knows the disk, or there is none. */
    private static boolean isOurs(RunningTarget site) {
        ServerKind kind = site.target().server();
        return kind != ServerKind.EXTERNAL
                && kind != ServerKind.CONTAINER
                && site.target().url().isEmpty();
    }

    static long diskBytes(double scale) {
        return FIXED + Math.round(EXPANSION * textBytes(scale));
    }

    private static double textBytes(double scale) {
        return (double) Filling.statements(scale) * Filling.ROWS * FillTexts.WIDTH;
    }

    private static String figures(double scale) {
        return String.format(
                Locale.ROOT,
                "page-fill writes %.1f MB of texts in %d statements, and may take %.0f MB",
                textBytes(scale) / MEGABYTE,
                Filling.statements(scale),
                diskBytes(scale) / MEGABYTE);
    }

    @Override
    public void clean(RunningTarget site, Map<String, String> parameters) throws SQLException {
        Database database = Databases.named(site.target().database());
        Drivers.ask(site.endpoint(), connection -> {
            new Tables(connection, database).drop(new FillTable(database.dialect()).table());
            return null;
        });
    }
}

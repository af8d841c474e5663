package org.rowmark.workloads.pagefill;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rowmark.data.Tables;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** The size of a fill, and the removal of the table of one that failed. */
public final class PageFillPreparation implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    /** Bytes of files for a byte of text, the most that was seen: data, log and what is temporarily kept twice. */
    private static final double EXPANSION = 2.5;

    /** Bytes of logs and files that do not grow with the table. */
    private static final long FIXED = 300_000_000;

    @Override
    public long diskBytes(WorkloadOptions options) {
        return diskBytes(scale(options));
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress) {
        progress.made(figures(scale(options))
                + (running.target().usesDataDirectory() ? " of disk" : " where the database is, which is not checked"));
        return Optional.empty();
    }

    static long diskBytes(double scale) {
        return FIXED + Math.round(EXPANSION * textBytes(scale));
    }

    private static double scale(WorkloadOptions options) {
        return options.get(RunOption.SCALE).orElseThrow();
    }

    private static double textBytes(double scale) {
        return (double) PageFillRun.statements(scale) * PageFillRun.ROWS * Payload.WIDTH;
    }

    private static String figures(double scale) {
        return String.format(
                Locale.ROOT,
                "page-fill writes %.1f MB of texts in %d statements, and may take %.0f MB",
                textBytes(scale) / MEGABYTE,
                PageFillRun.statements(scale),
                diskBytes(scale) / MEGABYTE);
    }

    @Override
    public void clean(RunningTarget running, Map<String, String> parameters) throws SQLException {
        Database database = Databases.named(running.target().database());
        Drivers.query(running.endpoint(), connection -> {
            new Tables(connection, database).drop(new PageFillTable(database.dialect()).table());
            return null;
        });
    }
}

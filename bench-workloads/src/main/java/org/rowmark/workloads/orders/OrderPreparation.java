package org.rowmark.workloads.orders;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;
import org.rowmark.workloads.data.DiskDemand;

/** The check of free disk space before orders are loaded. */
public final class OrderPreparation implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    /** Bytes of InnoDB's files at scale 1. */
    private static final double SIZE = 4.1e9;

    /** Bytes of files for a byte of {@link #SIZE}: other products' tables, temporary files and logs. */
    private static final double EXPANSION = 2;

    /** Bytes of logs and files that do not grow with the tables. */
    private static final long FIXED = 300_000_000;

    private final DiskDemand disk = new DiskDemand("order-queries");

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException {
        double scale = options.get(RunOption.SCALE).orElseThrow();
        disk.require(running, FIXED + Math.round(EXPANSION * SIZE * scale));
        OrderData data = new OrderData(scale);
        progress.step(String.format(
                Locale.ROOT,
                "%d orders and %d lines, about %.0f MB",
                data.orders(),
                data.lines(),
                SIZE * scale / MEGABYTE));
        return Optional.empty();
    }
}

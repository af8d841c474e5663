package org.rowmark.workloads.orders;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rowmark.options.RunOption;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** The size of the orders, of their files and in numbers of rows. */
public final class OrderPreparation implements WorkloadPreparation {
    private static final double MEGABYTE = 1e6;

    /** Bytes of InnoDB's files at scale 1. */
    private static final double SIZE = 4.1e9;

    /** Bytes of files for a byte of {@link #SIZE}: other products' tables, temporary files and logs. */
    private static final double EXPANSION = 2;

    /** Bytes of logs and files that do not grow with the tables. */
    private static final long FIXED = 300_000_000;

    @Override
    public long diskBytes(WorkloadOptions options) {
        return FIXED + Math.round(EXPANSION * SIZE * scale(options));
    }

    @Override
    public Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress) {
        double scale = scale(options);
        OrderData data = new OrderData(scale);
        progress.step(String.format(
                Locale.ROOT,
                "%d orders and %d lines, about %.0f MB",
                data.orders(),
                data.lines(),
                SIZE * scale / MEGABYTE));
        return Optional.empty();
    }

    private static double scale(WorkloadOptions options) {
        return options.get(RunOption.SCALE).orElseThrow();
    }
}

package org.rowmark.report.provenance;

import java.util.Optional;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest;

/** The size of a run's data, against that of the figures that were published on its question. */
public final class ScaleText {
    private ScaleText() {}

    /** One line; empty where no workload has a scale. */
    public static Optional<String> of(Manifest manifest) {
        return manifest.request()
                .scale()
                .map(scale -> scale == 1
                        ? "Size of the data: " + size(scale) + "."
                        : "Size of the data: " + size(scale) + "; absolute times do not compare with published ones.");
    }

    /** {@code the published size}, {@code scale 0.06 of the published size}. */
    public static String size(double scale) {
        return scale == 1 ? "the published size" : "scale " + Numbers.plain(scale) + " of the published size";
    }
}

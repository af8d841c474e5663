package org.rowmark.report.provenance;

import java.util.Optional;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.Manifest;

/** Text on the size of a run's data relative to that of published figures. */
public final class ScaleText {
    private ScaleText() {}

    /** Returns one line; empty where no workload has a scale. */
    public static Optional<String> of(Manifest manifest) {
        return manifest.request()
                .scale()
                .map(scale -> "Size of the data: " + size(scale)
                        + (scale == 1 ? "." : "; absolute times do not compare with published ones."));
    }

    /** Returns {@code the published size} or {@code scale 0.06 of the published size}. */
    public static String size(double scale) {
        return scale == 1 ? "the published size" : "scale " + Numbers.plain(scale) + " of the published size";
    }
}

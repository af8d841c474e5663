package org.rowmark.result;

import java.util.List;
import org.rowmark.util.OwnText;

/**
 * The default layout of a run's report.
 *
 * @param rows keys that make the lines: {@code workload}, {@code target}, parameters, varied settings; none: all that
 *     are not the column's
 */
@OwnText
public record ReportView(List<String> rows, String column, String baseline) {
    public ReportView {
        rows = rows == null ? List.of() : List.copyOf(rows);
    }
}

package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of left-aligned columns. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    public TextTable(String... headers) {
        rows.add(headers);
    }

    public void add(String... cells) {
        rows.add(cells);
    }

    public void print(PrintWriter out) {
        int[] widths = new int[rows.get(0).length];
        rows.forEach(row -> Arrays.setAll(widths, i -> Math.max(widths[i], row[i].length())));
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i])
                        .append(" ".repeat(widths[i] - row[i].length()))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }
}

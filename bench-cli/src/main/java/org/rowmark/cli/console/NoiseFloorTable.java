package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.provenance.NoiseFloors;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaResult.AaRow;
import org.rowmark.stats.NoiseFloor;

/** The table of {@code aa}: noise floor, smallest effects found in a number of rounds, and whether a row differs. */
public final class NoiseFloorTable {
    private static final int[] ROUNDS = {5, 10, 20, 30};

    private NoiseFloorTable() {}

    public static void print(AaResult result, PrintWriter out) {
        out.println(
                "Noise floor of " + result.host() + ", " + result.rows().get(0).target()
                        + " against itself. On the right the smallest effects that so many rounds find");
        out.println("four times out of five.");
        List<String> head = new ArrayList<>(List.of("", "ratio", "95 % interval", "noise floor"));
        IntStream.of(ROUNDS).forEach(rounds -> head.add(Numbers.count(rounds, "round")));
        head.add("");
        TextTable table = new TextTable(head.toArray(String[]::new));
        for (AaRow row : result.rows()) {
            NoiseFloor floor = NoiseFloors.of(row);
            List<String> line = new ArrayList<>(List.of(
                    row.title(),
                    Numbers.ratio(row.ratio()),
                    Numbers.range(row.low(), row.high()),
                    NoiseFloors.halfWidth(row)));
            IntStream.of(ROUNDS).forEach(rounds -> line.add(Numbers.noise(floor.detectableEffect(rounds))));
            line.add(floor.isQuiet() ? "same" : "differs");
            table.add(line.toArray(String[]::new));
        }
        table.print(out);
        long differing = result.rows().stream()
                .filter(row -> !NoiseFloors.of(row).isQuiet())
                .count();
        if (differing == 0) {
            out.println("The target does not differ from itself, as it should be.");
        } else {
            out.println("In " + differing + " of " + Numbers.count(result.rows().size(), "row")
                    + " the target differs from itself. On a sound machine one row in twenty does; measure again,");
            out.println("and do not rely on the machine if it stays so.");
        }
    }
}

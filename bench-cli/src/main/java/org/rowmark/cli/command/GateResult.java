package org.rowmark.cli.command;

import java.io.PrintWriter;
import java.util.List;
import org.rowmark.report.Gate;

/** The result of a comparison as lines on standard error and an exit code. */
final class GateResult {
    private GateResult() {}

    /**
     * Prints what a build must know; returns the exit code.
     *
     * @param isGate whether the build passes or fails by it
     */
    static int print(Gate gate, boolean isGate, PrintWriter errors) {
        print("B lacks", gate.lacking(), errors);
        if (isGate) {
            print("A lacks", gate.added(), errors);
            print("no verdict", gate.undecided(), errors);
            print("slower", gate.slower(), errors);
            print("cannot decide", gate.silence().stream().toList(), errors);
        }
        return exitCode(gate, isGate);
    }

    private static int exitCode(Gate gate, boolean isGate) {
        if (isGate && gate.silence().isPresent()) {
            return ExitCode.CANNOT_DECIDE;
        }
        if (isGate && !gate.slower().isEmpty()) {
            return ExitCode.SLOWER;
        }
        boolean isWhole =
                gate.lacking().isEmpty() && (!isGate || gate.undecided().isEmpty());
        return isWhole ? ExitCode.OK : ExitCode.CELLS_FAILED;
    }

    private static void print(String what, List<String> lines, PrintWriter errors) {
        lines.forEach(line -> errors.println(what + ": " + line));
        errors.flush();
    }
}

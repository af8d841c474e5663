package org.rowmark.cli.option;

import java.util.List;

/**
 * A group of the options of commands that measure.
 *
 * @param options their names
 */
public record OptionGroup(String heading, List<String> options) {
    /** The groups in the order of the help. */
    public static final List<OptionGroup> ALL = List.of(
            group(
                    "What",
                    "--target",
                    "--targets-file",
                    "-p",
                    "--study",
                    "--baseline",
                    "--vary",
                    "--link",
                    "--isolation",
                    "--design",
                    "--dry-run"),
            group(
                    "How long and how sure",
                    "--rounds",
                    "--precision",
                    "--max-rounds",
                    "--budget",
                    "--ratio",
                    "--margin",
                    "--warmups",
                    "--warmup-time",
                    "--iterations",
                    "--time",
                    "--timeout",
                    "--order",
                    "--slice",
                    "--protocol",
                    "--seed"),
            group(
                    "Load",
                    "--threads",
                    "--pool",
                    "--rate",
                    "--arrivals",
                    "--find-max",
                    "--clients",
                    "--listen",
                    "--overlap"),
            group("Data", "--scale", "--data-seed", "--data-cache", "--backup"),
            group(
                    "Servers and machine",
                    "--restart",
                    "--data-dir",
                    "--memory",
                    "--data-factor",
                    "--cgroup",
                    "--pin-client",
                    "--pin-server",
                    "--yes"),
            group(
                    "SQL of your own",
                    "--sql",
                    "--mix",
                    "--same-result",
                    "--sql-param",
                    "--sql-params",
                    "--sql-setup",
                    "--sql-teardown",
                    "--sql-writes"),
            group("Report", "--out", "--counters", "--full", "--progress-interval"),
            group("Help", "--help", "--help-all", "--version", "--verbose"));

    /** The options that most people need first. */
    public static final List<String> FIRST = List.of(
            "--target",
            "--targets-file",
            "-p",
            "--study",
            "--baseline",
            "--rounds",
            "--precision",
            "--warmups",
            "--iterations",
            "--time",
            "--threads",
            "--rate",
            "--sql",
            "--out",
            "--dry-run");

    private static OptionGroup group(String heading, String... options) {
        return new OptionGroup(heading, List.of(options));
    }
}

package org.rowmark.cli.option;

import java.util.List;

/** The groups of the options of commands that measure, in the order of their help. */
public enum OptionGroup {
    WHAT(
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
    ROUNDS(
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
    LOAD("Load", "--threads", "--pool", "--rate", "--arrivals", "--find-max", "--clients", "--listen", "--overlap"),
    DATA("Data", "--scale", "--data-seed", "--data-cache", "--backup"),
    SERVERS(
            "Servers and machine",
            "--restart",
            "--data-dir",
            "--memory",
            "--data-factor",
            "--cgroup",
            "--pin-client",
            "--pin-server",
            "--yes"),
    SQL("SQL of your own", "--sql", "--same-result", "--sql-params", "--sql-setup", "--sql-teardown", "--sql-writes"),
    REPORT("Report", "--out", "--counters", "--full"),
    HELP("Help", "--help", "--help-all", "--version", "--verbose");

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

    private final String heading;
    private final List<String> options;

    OptionGroup(String heading, String... options) {
        this.heading = heading;
        this.options = List.of(options);
    }

    public String heading() {
        return heading;
    }

    /** Lists the names of its options. */
    public List<String> options() {
        return options;
    }
}

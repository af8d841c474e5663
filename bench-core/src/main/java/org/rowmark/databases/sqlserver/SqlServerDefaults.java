package org.rowmark.databases.sqlserver;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.query.TolerantQueries;

/**
 * Which settings of a SQL Server somebody has changed. The server does not tell the defaults of its configuration; those
 * that are documented and the same in all versions stand here, and of the others nothing is said.
 */
public final class SqlServerDefaults {
    public static final String CONFIGURATION = "select name, cast(value_in_use as varchar(40)) from sys.configurations";

    /** By the server's own word; from 2017. */
    public static final String SCOPED =
            "select name, cast(value as varchar(60)) from sys.database_scoped_configurations"
                    + " where is_value_default = 0";

    private static final List<String> ZERO = List.of(
            "access check cache bucket count",
            "access check cache quota",
            "Ad Hoc Distributed Queries",
            "affinity I/O mask",
            "affinity mask",
            "affinity64 I/O mask",
            "affinity64 mask",
            "allow updates",
            "automatic soft-NUMA disabled",
            "backup checksum default",
            "backup compression default",
            "blocked process threshold (s)",
            "c2 audit mode",
            "clr enabled",
            "contained database authentication",
            "cross db ownership chaining",
            "Database Mail XPs",
            "disallow results from triggers",
            "external scripts enabled",
            "filestream access level",
            "fill factor (%)",
            "index create memory (KB)",
            "lightweight pooling",
            "locks",
            "max degree of parallelism",
            "max worker threads",
            "media retention",
            "Ole Automation Procedures",
            "open objects",
            "optimize for ad hoc workloads",
            "priority boost",
            "query governor cost limit",
            "recovery interval (min)",
            "remote admin connections",
            "remote data archive",
            "remote proc trans",
            "Replication XPs",
            "scan for startup procs",
            "set working set size",
            "tempdb metadata memory-optimized",
            "transform noise words",
            "user connections",
            "user options",
            "xp_cmdshell");

    /** Others; of the memory that it takes at least, the server uses 8 or 16 MB where 0 is configured. */
    private static final Map<String, List<String>> OTHERS = Map.ofEntries(
            Map.entry("cost threshold for parallelism", List.of("5")),
            Map.entry("cursor threshold", List.of("-1")),
            Map.entry("default trace enabled", List.of("1")),
            Map.entry("max full-text crawl range", List.of("4")),
            Map.entry("max server memory (MB)", List.of("2147483647")),
            Map.entry("max text repl size (B)", List.of("65536")),
            Map.entry("min memory per query (KB)", List.of("1024")),
            Map.entry("min server memory (MB)", List.of("0", "8", "16")),
            Map.entry("nested triggers", List.of("1")),
            Map.entry("network packet size (B)", List.of("4096")),
            Map.entry("PH timeout (s)", List.of("60")),
            Map.entry("query wait (s)", List.of("-1")),
            Map.entry("remote access", List.of("1")),
            Map.entry("remote query timeout (s)", List.of("600")),
            Map.entry("server trigger recursion", List.of("1")),
            Map.entry("two digit year cutoff", List.of("2049")));

    /** Of a database that is made without saying more, from 2016. */
    private static final Map<DatabaseOption, String> OPTIONS = Map.of(
            DatabaseOption.DELAYED_DURABILITY, "DISABLED",
            DatabaseOption.PAGE_VERIFY, "CHECKSUM",
            DatabaseOption.READ_COMMITTED_SNAPSHOT, "OFF",
            DatabaseOption.RECOVERY, "FULL",
            DatabaseOption.TARGET_RECOVERY_TIME, "60");

    private SqlServerDefaults() {}

    /** Those that are not at their default; none of a server that is asked in vain. */
    public static Map<String, String> changed(TolerantQueries probe) {
        Map<String, String> changed = new TreeMap<>(changed(probe.pairs(CONFIGURATION)));
        OPTIONS.forEach((option, usual) -> probe.value(option.query())
                .filter(value -> !value.equals(usual))
                .ifPresent(value -> changed.put(option.settingName(), value)));
        changed.putAll(probe.pairs(SCOPED));
        return changed;
    }

    /** Of a configuration in use. */
    public static Map<String, String> changed(Map<String, String> configuration) {
        Map<String, String> changed = new TreeMap<>(configuration);
        changed.entrySet().removeIf(setting -> !isChanged(setting.getKey(), setting.getValue()));
        return changed;
    }

    private static boolean isChanged(String name, String value) {
        if (ZERO.contains(name)) {
            return !value.equals("0");
        }
        return OTHERS.containsKey(name) && !OTHERS.get(name).contains(value);
    }
}

package org.rowmark.databases.sqlserver;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.query.TolerantQueries;

/**
 * The changed settings of a SQL Server. The server does not report the defaults of its configuration: these are the
 * documented ones that are the same in all versions; settings with other defaults are left out.
 */
final class SqlServerDefaults {
    static final String CONFIGURATION = "select name, cast(value_in_use as varchar(40)) from sys.configurations";

    /** The settings of a database, for which the server itself reports if they are changed; from 2017. */
    static final String SCOPED =
            "select name, cast(value as varchar(60)) from sys.database_scoped_configurations"
                    + " where is_value_default = 0";

    /** Settings that are 0 by default. */
    private static final List<String> ZERO = List.of("""
            access check cache bucket count, access check cache quota, Ad Hoc Distributed Queries,
            affinity I/O mask, affinity mask, affinity64 I/O mask, affinity64 mask, allow updates,
            automatic soft-NUMA disabled, backup checksum default, backup compression default,
            blocked process threshold (s), c2 audit mode, clr enabled, contained database authentication,
            cross db ownership chaining, Database Mail XPs, disallow results from triggers,
            external scripts enabled, filestream access level, fill factor (%), index create memory (KB),
            lightweight pooling, locks, max degree of parallelism, max worker threads, media retention,
            Ole Automation Procedures, open objects, optimize for ad hoc workloads, priority boost,
            query governor cost limit, recovery interval (min), remote admin connections, remote data archive,
            remote proc trans, Replication XPs, scan for startup procs, set working set size,
            tempdb metadata memory-optimized, transform noise words, user connections, user options, xp_cmdshell""".split(",\\s+"));

    /** Defaults other than 0; for a configured minimum of 0 MB of memory the server uses 8 or 16. */
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

    /** Options of a database that is created without any, from 2016. */
    private static final Map<DatabaseOption, String> OPTIONS = Map.of(
            DatabaseOption.DELAYED_DURABILITY, "DISABLED",
            DatabaseOption.PAGE_VERIFY, "CHECKSUM",
            DatabaseOption.READ_COMMITTED_SNAPSHOT, "OFF",
            DatabaseOption.RECOVERY, "FULL",
            DatabaseOption.TARGET_RECOVERY_TIME, "60");

    private SqlServerDefaults() {}

    /** Returns the changed settings by name; empty if the server does not answer. */
    static Map<String, String> changed(TolerantQueries queries) {
        Map<String, String> changed = new TreeMap<>(changed(queries.pairs(CONFIGURATION)));
        OPTIONS.forEach((option, usual) -> queries.value(option.query())
                .filter(value -> !value.equals(usual))
                .ifPresent(value -> changed.put(option.settingName(), value)));
        changed.putAll(queries.pairs(SCOPED));
        return changed;
    }

    /** Returns the changed settings of a configuration in use. */
    static Map<String, String> changed(Map<String, String> configuration) {
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

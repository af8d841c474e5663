package org.rowmark.databases.sqlserver;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.sqlserver.SqlServerSettings.DatabaseOption;
import org.rowmark.databases.support.query.TolerantQueries;

/**
 * The changed settings of a SQL Server. The server does not report the defaults of its configuration: here are the
 * documented ones that are the same in all versions; settings with other defaults are left out.
 */
final class SqlServerDefaults {
    static final String CONFIGURATION = "select name, cast(value_in_use as varchar(40)) from sys.configurations";

    /** The settings of a database, for which the server itself reports if they are changed; from 2017. */
    static final String SCOPED = "select name, cast(value as varchar(60)) from sys.database_scoped_configurations"
            + " where is_value_default = 0";

    /** The default values, and the settings that have them; 0 MB of least memory is used as 8 or 16. */
    private static final String DEFAULTS = """
            0: access check cache bucket count, access check cache quota, Ad Hoc Distributed Queries
            0: affinity I/O mask, affinity mask, affinity64 I/O mask, affinity64 mask, allow updates
            0: automatic soft-NUMA disabled, backup checksum default, backup compression default
            0: blocked process threshold (s), c2 audit mode, clr enabled, contained database authentication
            0: cross db ownership chaining, Database Mail XPs, disallow results from triggers
            0: external scripts enabled, filestream access level, fill factor (%), index create memory (KB)
            0: lightweight pooling, locks, max degree of parallelism, max worker threads, media retention
            0: Ole Automation Procedures, open objects, optimize for ad hoc workloads, priority boost
            0: query governor cost limit, recovery interval (min), remote admin connections, remote data archive
            0: remote proc trans, Replication XPs, scan for startup procs, set working set size
            0: tempdb metadata memory-optimized, transform noise words, user connections, user options, xp_cmdshell
            5: cost threshold for parallelism
            -1: cursor threshold, query wait (s)
            1: default trace enabled, nested triggers, remote access, server trigger recursion
            4: max full-text crawl range
            2147483647: max server memory (MB)
            65536: max text repl size (B)
            1024: min memory per query (KB)
            0 8 16: min server memory (MB)
            4096: network packet size (B)
            60: PH timeout (s)
            600: remote query timeout (s)
            2049: two digit year cutoff""";

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
        Map<String, String> changed = new TreeMap<>();
        DEFAULTS.lines().forEach(line -> {
            String[] parts = line.split(": ", 2);
            for (String name : parts[1].split(", ", -1)) {
                String value = configuration.get(name);
                if (value != null && !List.of(parts[0].split(" ", -1)).contains(value)) {
                    changed.put(name, value);
                }
            }
        });
        return changed;
    }
}

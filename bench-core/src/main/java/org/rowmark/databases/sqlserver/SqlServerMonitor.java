package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rowmark.databases.sqlserver.SqlServerSettings.DatabaseOption;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;

/** Facts and counters of SQL Server; what a version, an edition or a user's rights do not show is absent. */
final class SqlServerMonitor implements Monitor {
    private static final List<String> SETTINGS = List.of(
            "cost threshold for parallelism",
            "max degree of parallelism",
            SqlServerSettings.MEMORY,
            "min server memory (MB)",
            "network packet size (B)",
            "optimize for ad hoc workloads");

    private static final String CONFIGURATION =
            "select name, cast(value_in_use as varchar(40)) from sys.configurations";

    /** The settings of a database, for which the server itself reports if they are changed; from 2017. */
    private static final String SCOPED =
            "select name, cast(value as varchar(60)) from sys.database_scoped_configurations where is_value_default = 0";

    private static final String SYSTEM = "select host_distribution + ' ' + host_release from sys.dm_os_host_info";
    private static final String COLLATION = "select cast(databasepropertyex(db_name(), 'Collation') as varchar(128))";

    private static final Map<String, String> MACHINE = Map.of(
            "os", SYSTEM,
            "cores", machine("cpu_count"),
            "sockets", machine("socket_count"),
            "numa nodes", machine("numa_node_count"),
            "virtualisation", machine("lower(virtual_machine_type_desc)"),
            "memory", machine("concat(cast(physical_memory_kb / 1048576.0 as decimal(12, 1)), ' GiB')"),
            "memory model", machine("sql_memory_model_desc"));

    private static final String KIND = "case f.type when 1 then 'log' else 'data' end as \"kind\"";

    /**
     * Reads, writes and waits for them, exact, of the files of the database in use and, by number as their names may be
     * hidden, of tempdb's; sizes; CPU time of the server's process; and waits for clients to take what was sent, but
     * not for their next request. The first two and the last two need VIEW SERVER STATE (from 2022 VIEW SERVER
     * PERFORMANCE STATE).
     */
    private static final List<String> COUNTERS = List.of(
            "select " + KIND + ", f.name as \"file\"," + stats("db_id()")
                    + " join sys.database_files f on f.file_id = s.file_id",
            "select 'temp' as \"kind\", concat('tempdb-', s.file_id) as \"file\"," + stats("db_id('tempdb')"),
            // in pages of 8 kB
            "select " + KIND + ", f.name as \"file\", cast(f.size as bigint) * 8192 as \"size\""
                    + " from sys.database_files f",
            "select sum(cast(f.size as bigint) * 8192) as \"temp.size\" from tempdb.sys.database_files f",
            // zeros on systems that do not report it
            "select nullif(process_kernel_time_ms + process_user_time_ms, 0) as \"server.cpu-time\""
                    + " from sys.dm_os_sys_info",
            "select sum(wait_time_ms) as \"server.client-wait-time\" from sys.dm_os_wait_stats"
                    + " where wait_type = 'ASYNC_NETWORK_IO'");

    private static final String DELAYED = DatabaseOption.DELAYED_DURABILITY.settingName();

    /** The version whose sys.databases has no delayed_durability. */
    private static final String BEFORE_DELAYED_DURABILITY = "Microsoft SQL Server 2012";

    /** The documented defaults of all versions, which the server does not report; 0 MB of memory is used as 8 or 16. */
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

    @Override
    public ServerInfo info(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        String version = version(queries);
        Map<String, String> configuration = queries.pairs(CONFIGURATION);
        Map<String, String> settings = new TreeMap<>(configuration);
        settings.keySet().retainAll(SETTINGS);
        Map<String, String> changed = changed(configuration);
        changed.putAll(queries.pairs(SCOPED));
        for (DatabaseOption option : DatabaseOption.values()) {
            queries.value(option.query()).ifPresent(value -> {
                settings.put(option.settingName(), value);
                if (option.isChanged(value)) {
                    changed.put(option.settingName(), value);
                }
            });
        }
        queries.value(COLLATION).ifPresent(value -> settings.put("collation", value));
        queries.value(machine("cpu_count")).ifPresent(value -> settings.put("cpu_count", value));
        Map<String, String> host = new TreeMap<>();
        MACHINE.forEach((name, query) -> queries.value(query).ifPresent(value -> host.put(name, value)));
        String durability = durability(version, Optional.ofNullable(settings.get(DELAYED)));
        return new ServerInfo(version, durability, settings, changed, host);
    }

    /** Returns one line: the first one of the server's own text, and the information that is missing there. */
    private static String version(TolerantQueries queries) {
        StringBuilder version = new StringBuilder(queries.value("select @@version")
                .map(text -> text.lines().findFirst().orElseThrow().strip())
                .or(() -> queries.query(ServerInfoQueries::version))
                .orElse(ServerInfoQueries.UNKNOWN));
        for (String more : List.of(serverProperty("ProductVersion"), serverProperty("Edition"), SYSTEM)) {
            queries.value(more)
                    .filter(text -> version.indexOf(text) < 0)
                    .ifPresent(text -> version.append(", ").append(text));
        }
        return version.toString();
    }

    private static String serverProperty(String name) {
        return "select cast(serverproperty('" + name + "') as varchar(60))";
    }

    static String durability(String version, Optional<String> delayed) {
        if (delayed.isEmpty()) {
            return version.startsWith(BEFORE_DELAYED_DURABILITY)
                    ? ServerInfoQueries.commitWaits(true, "this version has no " + DELAYED)
                    : ServerInfoQueries.commitUnknown("the server does not report its " + DELAYED);
        }
        String because = DELAYED + "=" + delayed.get();
        return switch (delayed.get()) {
            case "FORCED" -> ServerInfoQueries.commitWaits(false, because);
            case "ALLOWED" ->
                ServerInfoQueries.commitWaits(
                        true, because + ": a transaction may choose not to wait, Rowmark's do not");
            case "DISABLED" -> ServerInfoQueries.commitWaits(true, because);
            default -> ServerInfoQueries.commitUnknown(because);
        };
    }

    private static String machine(String column) {
        return "select cast(" + column + " as varchar(20)) from sys.dm_os_sys_info";
    }

    @Override
    public List<Counter> counters(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        List<Counter> counters = new ArrayList<>();
        for (String query : COUNTERS) {
            queries.query(open -> CounterQuery.read(open, query)).ifPresent(counters::addAll);
        }
        return CounterQuery.withSums(counters);
    }

    private static String stats(String database) {
        return " s.num_of_reads as \"reads\", s.num_of_bytes_read as \"bytes-read\","
                + " s.io_stall_read_ms as \"read-time\", s.num_of_writes as \"writes\","
                + " s.num_of_bytes_written as \"bytes-written\", s.io_stall_write_ms as \"write-time\""
                + " from sys.dm_io_virtual_file_stats(" + database + ", null) s";
    }

    @Override
    public OptionalInt pageSize(Connection connection) {
        return OptionalInt.of(8_192);
    }

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

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        String query = SqlServerSettings.configured(SqlServerSettings.MEMORY, "value_in_use");
        return OptionalLong.of(ByteSize.MIB * Sql.number(connection, query));
    }
}

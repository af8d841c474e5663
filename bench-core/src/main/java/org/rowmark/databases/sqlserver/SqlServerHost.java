package org.rowmark.databases.sqlserver;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.query.TolerantQueries;

/** What a SQL Server tells of the machine that it runs on; each question may be one that it does not know. */
public final class SqlServerHost {
    static final String SYSTEM = "select host_distribution + ' ' + host_release from sys.dm_os_host_info";
    static final String PROCESSORS = information("cpu_count");
    public static final String KIBIBYTES = information("physical_memory_kb");

    /** By the names of a report. */
    public static final Map<String, String> QUESTIONS = Map.of(
            "os", SYSTEM,
            "cores", PROCESSORS,
            "sockets", information("socket_count"),
            "numa nodes", information("numa_node_count"),
            "virtualisation", information("lower(virtual_machine_type_desc)"),
            "memory model", information("sql_memory_model_desc"));

    private static final double KIBIBYTES_PER_GIBIBYTE = 1 << 20;

    private SqlServerHost() {}

    static Map<String, String> of(TolerantQueries probe) {
        Map<String, String> host = new TreeMap<>();
        QUESTIONS.forEach((name, query) -> probe.value(query).ifPresent(value -> host.put(name, value)));
        probe.value(KIBIBYTES).ifPresent(value -> host.put("memory", gibibytes(value)));
        return host;
    }

    /** As a report writes memory. */
    public static String gibibytes(String kibibytes) {
        return String.format(Locale.ROOT, "%.1f GiB", Long.parseLong(kibibytes) / KIBIBYTES_PER_GIBIBYTE);
    }

    /** Versions differ in their columns, so each is asked for alone. */
    private static String information(String column) {
        return "select cast(" + column + " as varchar(20)) from sys.dm_os_sys_info";
    }
}

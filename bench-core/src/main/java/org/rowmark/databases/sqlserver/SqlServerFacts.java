package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ServerInfo;

/** What a server that speaks T-SQL says about itself; each question may be one that it does not know. */
public final class SqlServerFacts {
    public static final String CONFIGURATION =
            "select name, cast(value_in_use as varchar(40)) from sys.configurations where name in ("
                    + ServerInfoQueries.quoted(List.of(
                            "cost threshold for parallelism",
                            "max degree of parallelism",
                            "max server memory (MB)",
                            "min server memory (MB)",
                            "network packet size (B)",
                            "optimize for ad hoc workloads"))
                    + ")";

    public static final String VERSION = "select @@version";
    public static final String PRODUCT_VERSION = "select cast(serverproperty('ProductVersion') as varchar(60))";
    public static final String EDITION = "select cast(serverproperty('Edition') as varchar(60))";
    public static final String HOST = SqlServerHost.SYSTEM;
    public static final String COLLATION = "select cast(databasepropertyex(db_name(), 'Collation') as varchar(128))";
    public static final String PROCESSORS = SqlServerHost.PROCESSORS;

    private static final String DELAYED = DatabaseOption.DELAYED_DURABILITY.settingName();

    /** Their sys.databases has no delayed_durability. */
    private static final Pattern BEFORE_DELAYED_DURABILITY =
            Pattern.compile("Microsoft SQL Server (2005|2008|2012)\\b.*", Pattern.DOTALL);

    private SqlServerFacts() {}

    static ServerInfo of(Connection connection) {
        TolerantQueries probe = new TolerantQueries(connection);
        String version = version(probe);
        Map<String, String> settings = new TreeMap<>(probe.pairs(CONFIGURATION));
        for (DatabaseOption option : DatabaseOption.values()) {
            probe.value(option.query()).ifPresent(value -> settings.put(option.settingName(), value));
        }
        probe.value(COLLATION).ifPresent(value -> settings.put("collation", value));
        probe.value(PROCESSORS).ifPresent(value -> settings.put("cpu_count", value));
        return new ServerInfo(
                version,
                durability(version, Optional.ofNullable(settings.get(DELAYED))),
                settings,
                SqlServerDefaults.changed(probe),
                SqlServerHost.of(probe));
    }

    /** One line: the first one of the server's own text, and what that leaves out. */
    private static String version(TolerantQueries probe) {
        StringBuilder version = new StringBuilder(probe.value(VERSION)
                .map(text -> text.lines().findFirst().orElseThrow().strip())
                .or(() -> probe.ask(ServerInfoQueries::version))
                .orElse(ServerInfoQueries.UNKNOWN));
        for (String more : List.of(PRODUCT_VERSION, EDITION, HOST)) {
            probe.value(more)
                    .filter(text -> version.indexOf(text) < 0)
                    .ifPresent(text -> version.append(", ").append(text));
        }
        return version.toString();
    }

    public static String durability(String version, Optional<String> delayed) {
        if (delayed.isEmpty()) {
            return BEFORE_DELAYED_DURABILITY.matcher(version).matches()
                    ? ServerInfoQueries.commitWaits(true, "this version has no " + DELAYED)
                    : ServerInfoQueries.commitUnknown("the server does not tell its " + DELAYED);
        }
        String because = DELAYED + "=" + delayed.get();
        return switch (delayed.get()) {
            case "FORCED" -> ServerInfoQueries.commitWaits(false, because);
            case "ALLOWED" ->
                ServerInfoQueries.commitWaits(true, because + ": a transaction may ask not to wait, Rowmark's do not");
            case "DISABLED" -> ServerInfoQueries.commitWaits(true, because);
            default -> ServerInfoQueries.commitUnknown(because);
        };
    }
}

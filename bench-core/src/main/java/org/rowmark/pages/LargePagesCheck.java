package org.rowmark.pages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.Databases;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.options.RestartPolicy;
import org.rowmark.pages.setting.LargePages;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.RoundOrder;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * The check of targets that have {@link LargePages}: one whose server does not hold huge pages where they are on, or
 * holds some where they are off, is skipped. Its facts are of the same server without the setting then.
 */
public final class LargePagesCheck {
    private final TargetCheck check;
    private final boolean areTogether;
    private long bytesOfAll;
    private int servers;

    public LargePagesCheck(RunRequest request, TargetCheck check) {
        this.check = check;
        areTogether = request.servers().restart() == RestartPolicy.RUN
                || request.rounds().order() == RoundOrder.TURNS;
    }

    public CheckedTarget of(Target target, Workspace workspace) {
        Optional<Boolean> isOn = LargePages.of(target);
        if (isOn.isEmpty()) {
            return check.of(target, workspace, CheckedTarget.NOTHING);
        }
        AtomicReference<OptionalLong> found = new AtomicReference<>(OptionalLong.empty());
        TargetCheck reading = new TargetCheck(
                check.ready(),
                connected -> {
                    found.set(bytes(connected));
                    return check.collector().apply(connected);
                },
                check.limit());
        CheckedTarget plain = reading.of(LargePages.without(target), workspace, CheckedTarget.NOTHING);
        OptionalLong bytes = found.get();
        Optional<String> obstacle = obstacle(target, bytes);
        if (obstacle.isPresent()) {
            return plain.skipped(target, LargePages.SETTING + ": " + obstacle.get());
        }
        long least = isOn.get() ? bytes.getAsLong() : 0;
        String remedy = isOn.get() ? remedy(least) : "";
        try {
            return check.of(target, workspace, server -> ServerPages.require(server, least));
        } catch (UsageException e) {
            String reason = e.getMessage().replaceFirst("^target '[^']*':? ", "");
            return plain.skipped(
                    target, LargePages.SETTING + "=" + (isOn.get() ? "on" : "off") + ": " + reason + remedy);
        }
    }

    private static OptionalLong bytes(ConnectedTarget connected) {
        try {
            return connected.database().monitor().largePageBytes(connected.connection());
        } catch (SQLException e) {
            throw new UsageException("the memory for " + LargePages.SETTING + " is unknown: " + Sql.reason(e), e);
        }
    }

    private static Optional<String> obstacle(Target target, OptionalLong bytes) {
        if (bytes.isEmpty()) {
            return Optional.of(Databases.named(target.database()).name() + " has no such setting");
        }
        if (target.server() == ServerKind.EXTERNAL || target.server() == ServerKind.CONTAINER) {
            return Optional.of("it is for servers that Rowmark starts as processes of this machine, not for "
                    + target.server().id() + " ones");
        }
        boolean isLinux = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
        return isLinux ? Optional.empty() : Optional.of("what a server holds is known on Linux only");
    }

    /** Returns what to do about too few pages, which may be enough all the same. */
    private String remedy(long bytes) {
        bytesOfAll = bytes + (areTogether ? bytesOfAll : 0);
        servers = 1 + (areTogether ? servers : 0);
        return "; execute as root: sysctl -w vm.nr_hugepages=" + Pool.read().wanted(bytesOfAll, servers);
    }

    /** The kernel's pool of huge pages of the default size; those in use are held or reserved by processes. */
    record Pool(long inUse, long pageBytes) {
        /** Descriptors of pages in a cache, and smaller pieces of memory. */
        private static final long SHARE_OF_OTHERS = 16;

        private static final long OTHERS = 64L << 20;

        private static final Pattern VALUE = Pattern.compile("(HugePages_\\w+|Hugepagesize):\\s*(\\d+).*");
        private static final long KIBIBYTE = 1024;

        static Pool read() {
            try {
                return of(Files.readString(Path.of("/proc/meminfo"), StandardCharsets.ISO_8859_1));
            } catch (IOException e) {
                throw new UsageException("/proc/meminfo cannot be read: " + e.getMessage(), e);
            }
        }

        static Pool of(String memory) {
            Map<String, Long> values = new HashMap<>();
            memory.lines()
                    .map(VALUE::matcher)
                    .filter(Matcher::matches)
                    .forEach(value -> values.put(value.group(1), Long.valueOf(value.group(2))));
            if (!values.containsKey("Hugepagesize")) {
                throw new UsageException("the kernel has no huge pages");
            }
            return new Pool(
                    values.getOrDefault("HugePages_Total", 0L)
                            - values.getOrDefault("HugePages_Free", 0L)
                            + values.getOrDefault("HugePages_Rsvd", 0L),
                    values.get("Hugepagesize") * KIBIBYTE);
        }

        /** Returns the size of a pool, in pages, that is large enough beside what is in use. */
        long wanted(long bytes, int servers) {
            long needed = bytes + bytes / SHARE_OF_OTHERS + servers * OTHERS;
            return inUse + (needed + pageBytes - 1) / pageBytes;
        }
    }
}

package org.rowmark.run.servers;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.rowmark.db.Databases;
import org.rowmark.db.TimeLimit;
import org.rowmark.environment.EnvironmentCollector.ConnectedTarget;
import org.rowmark.options.RestartPolicy;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.LargePages;
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
    private final boolean areTogether;
    private final ReadyServer ready;
    private long bytesOfAll;
    private int servers;

    /** @param ready has the server of the last checked target up */
    public LargePagesCheck(RunRequest request, ReadyServer ready) {
        this.ready = ready;
        areTogether = request.servers().restart() == RestartPolicy.RUN
                || request.rounds().order() == RoundOrder.TURNS;
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux");
    }

    /**
     * Checks a target, with or without the setting.
     *
     * @throws UsageException if it cannot be used, whatever its pages
     */
    public CheckedTarget check(
            Target target, Workspace workspace, Function<ConnectedTarget, TargetEnvironment> collector) {
        Optional<Boolean> isOn = LargePages.of(target);
        if (isOn.isEmpty()) {
            return CheckedTarget.check(target, workspace, ready, collector, OptionalLong.empty(), TimeLimit.OF_SERVERS);
        }
        AtomicReference<OptionalLong> bytes = new AtomicReference<>(OptionalLong.empty());
        CheckedTarget plain = CheckedTarget.check(
                LargePages.without(target),
                workspace,
                ready,
                connected -> {
                    bytes.set(bytes(connected));
                    return collector.apply(connected);
                },
                OptionalLong.empty(),
                TimeLimit.OF_SERVERS);
        Optional<String> obstacle = obstacle(target, bytes.get());
        if (obstacle.isPresent()) {
            return plain.skipped(target, obstacle.get());
        }
        return isOn.get()
                ? inForce(
                        plain,
                        target,
                        collector,
                        bytes.get().getAsLong(),
                        remedy(bytes.get().getAsLong()))
                : inForce(plain, target, collector, 0, "");
    }

    private static OptionalLong bytes(ConnectedTarget connected) {
        try {
            return connected.database().monitor().largePageBytes(connected.connection());
        } catch (SQLException e) {
            throw new UsageException("the memory for " + LargePages.SETTING + " is unknown: " + Sql.reason(e), e);
        }
    }

    private static Optional<String> obstacle(Target target, OptionalLong bytes) {
        String setting = LargePages.SETTING + ": ";
        if (bytes.isEmpty()) {
            return Optional.of(setting + Databases.named(target.database()).name() + " has no such setting");
        }
        if (target.server() == ServerKind.EXTERNAL || target.server() == ServerKind.CONTAINER) {
            return Optional.of(setting + "it is for servers that Rowmark starts as processes of this machine, not for "
                    + target.server().id() + " ones");
        }
        return isLinux() ? Optional.empty() : Optional.of(setting + "what a server holds is known on Linux only");
    }

    /** Returns what to do about too few pages, which may be enough all the same. */
    private String remedy(long bytes) {
        bytesOfAll = bytes + (areTogether ? bytesOfAll : 0);
        servers = 1 + (areTogether ? servers : 0);
        return "; execute as root: sysctl -w vm.nr_hugepages="
                + HugePagePool.read().wanted(bytesOfAll, servers);
    }

    private CheckedTarget inForce(
            CheckedTarget plain,
            Target target,
            Function<ConnectedTarget, TargetEnvironment> collector,
            long bytes,
            String remedy) {
        try {
            return CheckedTarget.check(
                    target, plain.workspace(), ready, collector, OptionalLong.of(bytes), TimeLimit.OF_SERVERS);
        } catch (UsageException e) {
            String reason = e.getMessage().replaceFirst("^target '[^']*':? ", "");
            return plain.skipped(
                    target, LargePages.SETTING + "=" + (bytes > 0 ? "on" : "off") + ": " + reason + remedy);
        }
    }
}

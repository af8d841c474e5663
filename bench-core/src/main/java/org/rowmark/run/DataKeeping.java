package org.rowmark.run;

import java.io.IOException;
import java.util.function.Consumer;
import org.rowmark.db.TimeLimit;
import org.rowmark.memory.ServerCgroups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.run.cells.CheckedTargets;
import org.rowmark.run.cells.KeptData;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.targets.ServerKind;

/** The loading of a run's data long before it, and the removal of that data. Nothing is measured. */
public final class DataKeeping {
    /** What is done with the data of targets. */
    @FunctionalInterface
    private interface Work {
        void with(CheckedTargets targets, RunDataDirectory root, TargetCheck check, Consumer<KeptData> done)
                throws IOException;
    }

    private DataKeeping() {}

    /**
     * Loads the data of all cells, into the cache or into the tables of databases that have URLs of their own.
     *
     * @param loaded receives the data of each target once it is there
     */
    public static void prepare(Plan plan, RunListener listener, Consumer<KeptData> loaded) throws IOException {
        plan.request().what().targets().stream()
                .filter(target -> target.server() == ServerKind.CONTAINER)
                .findFirst()
                .ifPresent(target -> {
                    throw target.problem("prepare: the data of a container goes with it; name another target");
                });
        work(plan, listener, CheckedTargets::keep, loaded);
    }

    /** Removes what {@link #prepare} of an equal plan has loaded. */
    public static void clean(Plan plan, RunListener listener, Consumer<KeptData> removed) throws IOException {
        work(plan, listener, CheckedTargets::remove, removed);
    }

    private static void work(Plan plan, RunListener listener, Work work, Consumer<KeptData> done) throws IOException {
        RunRequest request = plan.request();
        RunLock lock = RunLock.take(false);
        try (lock;
                ServerCgroups cgroups = ServerCgroups.of(request.servers().limitsMemory());
                RunDataDirectory data = RunDataDirectory.in(request.data().directory());
                ReadyServer ready = new ReadyServer()) {
            TargetCheck check = new TargetCheck(ready, connected -> TargetEnvironment.UNKNOWN, TimeLimit.OF_SERVERS);
            work.with(new CheckedTargets(plan, listener, cgroups, ready), data, check, done);
        } catch (IOException | RuntimeException | LinkageError e) {
            ShutdownActions.holdIfEnding(); // which may be the cause
            throw e;
        }
    }
}

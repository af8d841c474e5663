package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.db.Server;
import org.rowmark.plan.Cell;
import org.rowmark.plan.RunRequest;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.WorkloadPreparation;

/** Has made ready what the cells of one run need, and takes away what their forks leave. */
final class Provisions {
    private final WorkloadOptions options;
    private final Path output;
    private final TimeLimit limit;
    private final Map<Class<? extends WorkloadPreparation>, WorkloadPreparation> instances = new LinkedHashMap<>();
    private final Map<Integer, String> obstacles = new TreeMap<>();

    Provisions(RunRequest request) {
        this.options = request.workloadOptions();
        this.output = request.out();
        this.limit = new TimeLimit(request.limit());
    }

    /**
     * Prepares the cells of a target, with its server up once for all of them.
     *
     * @param cells of the target, those that are known to be skipped left out
     * @return the target, with the programs that are used there
     * @throws UsageException in one line, naming the target, if the run cannot begin
     */
    CheckedTarget prepare(CheckedTarget ready, List<Cell> cells, RunListener listener) {
        List<Cell> provisioned =
                cells.stream().filter(cell -> cell.workload().isProvisioned()).toList();
        if (provisioned.isEmpty()) {
            return ready;
        }
        String name = ready.target().name();
        try (Server server = ready.start()) {
            RunningTarget site = site(ready, server);
            Map<String, String> programs = new TreeMap<>();
            for (Cell cell : provisioned) {
                ShutdownActions.holdIfEnding();
                limit.within(() ->
                                of(cell).prepare(site, cell.planned().parameters(), options, telling(name, listener)))
                        .ifPresent(reason -> obstacles.put(cell.number(), reason));
            }
            for (WorkloadPreparation provision :
                    provisioned.stream().map(this::of).distinct().toList()) {
                limit.within(() -> {
                    provision.prepared(site);
                    return null;
                });
            }
            for (Cell cell : provisioned) {
                programs.putAll(limit.within(() -> of(cell).programs(site)));
            }
            return ready.with(programs);
        } catch (UsageException e) {
            throw e.getMessage().contains(name) ? e : new UsageException("target '" + name + "': " + e.getMessage(), e);
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            throw new UsageException("target '" + name + "' cannot be made ready: " + ErrorMessages.of(e), e);
        }
    }

    private static WorkloadPreparation.Preparing telling(String target, RunListener listener) {
        return new WorkloadPreparation.Preparing() {
            @Override
            public void goesOn(String text) {
                listener.preparing(target, ErrorMessages.oneLine(text));
            }

            @Override
            public void made(String text) {
                listener.made(target, ErrorMessages.oneLine(text));
            }
        };
    }

    /** Why a cell cannot be measured, as was known before or found out when it was prepared. */
    Optional<String> obstacle(Cell cell) {
        return of(cell).obstacle(cell.target(), cell.planned().parameters())
                .or(() -> Optional.ofNullable(obstacles.get(cell.number())));
    }

    /** A target whose server is up. */
    RunningTarget site(CheckedTarget ready, Server server) {
        return new RunningTarget(
                ready.target(),
                server.endpoint(),
                ready.workspace(),
                RunDataDirectory.programsLog(ready.target(), output),
                server.pid());
    }

    /** After a fork of the cell failed or was killed. */
    void clean(Cell cell, RunningTarget site) throws IOException, SQLException {
        if (cell.workload().isProvisioned()) {
            limit.within(() -> {
                of(cell).clean(site, cell.planned().parameters());
                return null;
            });
        }
    }

    private WorkloadPreparation of(Cell cell) {
        return instances.computeIfAbsent(
                cell.workload().provision(), type -> cell.workload().newProvision());
    }
}

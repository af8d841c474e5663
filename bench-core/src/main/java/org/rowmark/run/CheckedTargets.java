package org.rowmark.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.Server;
import org.rowmark.environment.EnvironmentProbe;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/** The targets of a run: each has answered once, and what its cells need has been made ready. */
final class CheckedTargets {
    private final Plan plan;
    private final RunListener listener;
    private final Provisions provisions;
    private final Map<Target, CheckedTarget> ready = new LinkedHashMap<>();
    private final DataFingerprints data = new DataFingerprints();

    CheckedTargets(Plan plan, RunListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.provisions = new Provisions(plan.request());
    }

    /** @throws UsageException if the run cannot begin */
    void makeReady(RunDataDirectory root, Path output, EnvironmentProbe probe) throws IOException {
        for (Target target : plan.request().targets()) {
            CheckedTarget answered = CheckedTarget.check(target, root.workspace(target, output), probe);
            ready.put(target, answered);
            listener.targetReady(target.name(), answered.facts().version());
        }
        requireGoal(); // what takes long comes last
        ready.replaceAll((target, answered) -> provisions.prepare(answered, measurable(target), listener));
        requireGoal();
    }

    private List<Cell> measurable(Target target) {
        return plan.all().stream()
                .filter(cell -> cell.target().equals(target) && obstacle(cell).isEmpty())
                .toList();
    }

    /** What a server cannot do is known when it is asked; without its two cells a goal would never be reached. */
    private void requireGoal() {
        plan.request().rounds().goal().map(Rounds.Goal::ratio).ifPresent(ratio -> {
            for (String target : List.of(ratio.baseline(), ratio.other())) {
                int number = ratio.cell(plan.cells(), target).number();
                obstacle(plan.all().get(number - 1)).ifPresent(reason -> {
                    throw new UsageException("--precision: " + ratio.name() + " cannot be measured: " + reason
                            + "; name another with --ratio");
                });
            }
        });
    }

    /** Why a cell cannot be measured, as far as that is known. */
    Optional<String> obstacle(Cell cell) {
        CheckedTarget target = of(cell.target());
        return cell.workload()
                .obstacle(
                        target.database().dialect(),
                        target.features(),
                        cell.planned().parameters())
                .or(() -> provisions.obstacle(cell))
                .map(reason -> target.database().name() + ": " + reason);
    }

    /** With the data that is known to have been measured on until now. */
    List<TargetFacts> facts() {
        return ready.values().stream()
                .map(CheckedTarget::facts)
                .map(facts -> facts.on(data.of(facts.name())))
                .toList();
    }

    /** A fork of the target told which data it measured on. */
    void measuredOn(Target target, Map<String, String> fingerprints) {
        data.add(target.name(), fingerprints);
    }

    CheckedTarget of(Target target) {
        return ready.get(target);
    }

    /** A target whose server is up. */
    RunningTarget site(Target target, Server server) {
        return provisions.site(of(target), server);
    }

    /**
     * After a fork of the cell failed or was killed. What cannot be removed must not end the run; the next fork of the
     * cell says what is in its way.
     */
    void clean(Cell cell, RunningTarget site, RunLog log) {
        try {
            provisions.clean(cell, site);
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            log.println("could not clean up after " + cell.planned().label() + ": " + ErrorMessages.of(e));
        }
    }

    /** Takes Rowmark's tables away. */
    void tidy(RunLog log) {
        for (CheckedTarget target : ready.values()) {
            try {
                target.tidy();
            } catch (IOException | SQLException | RuntimeException | LinkageError e) {
                log.println(
                        "could not drop Rowmark's tables on " + target.target().name() + ": " + ErrorMessages.of(e));
            }
        }
    }

    /** Servers and programs write their logs themselves. */
    void scrubLogs(Path directory) throws IOException {
        for (Target target : ready.keySet()) {
            scrub(RunDataDirectory.serverLog(target, directory));
            scrub(RunDataDirectory.programsLog(target, directory));
        }
    }

    /** Line by line: a log may be larger than the memory, or than an array can be. */
    static void scrub(Path file) throws IOException {
        if (Files.exists(file)) {
            Path scrubbed = file.resolveSibling(file.getFileName() + ".scrubbed");
            try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
                    Writer writer = Files.newBufferedWriter(scrubbed)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    writer.write(Secrets.scrub(line) + "\n");
                }
            }
            Files.move(scrubbed, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

package org.rowmark.run.cells;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.db.Server;
import org.rowmark.db.TimeLimit;
import org.rowmark.link.LinkSpeeds;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.ServerCgroups;
import org.rowmark.options.RunOption;
import org.rowmark.pages.LargePagesCheck;
import org.rowmark.pages.ServerPages;
import org.rowmark.pages.setting.LargePages;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.data.DataFingerprints;
import org.rowmark.run.data.DataSpace;
import org.rowmark.run.data.Preparations;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** The targets of a run by name, each of them checked, and their cells prepared. */
public final class CheckedTargets {
    private final Plan plan;
    private final RunRequest request;
    private final RunListener listener;
    private final ServerCgroups cgroups;
    private final Preparations preparations;
    private final LinkSpeeds linkSpeeds;
    private final Map<String, CheckedTarget> checked = new LinkedHashMap<>();
    private final DataFingerprints data = new DataFingerprints();
    private final Map<String, ServerPages> pages = new LinkedHashMap<>();

    public CheckedTargets(Plan plan, RunListener listener, ServerCgroups cgroups, ReadyServer ready) {
        this.plan = plan;
        this.request = plan.request();
        this.listener = listener;
        this.cgroups = cgroups;
        this.preparations = new Preparations(request, ready);
        this.linkSpeeds = new LinkSpeeds(listener::preparing, listener::made);
    }

    /**
     * Checks all targets and prepares their cells.
     *
     * @param known receives the facts of all targets before anything is prepared
     * @throws UsageException if the run cannot begin
     */
    public void prepare(RunDataDirectory root, TargetCheck check, Consumer<List<TargetFacts>> known)
            throws IOException {
        preparations.begin(plan.all());
        LargePagesCheck largePages = new LargePagesCheck(request, check);
        List<UsageException> refusals = new ArrayList<>();
        for (Target target : request.what().targets()) {
            List<String> prefix = new ArrayList<>(cgroups.prefix(target));
            prefix.addAll(request.servers().pinning().serverPrefix());
            Workspace workspace = root.workspace(target, request.output().directory(), prefix);
            CheckedTarget result;
            try {
                result = largePages.of(target, workspace);
            } catch (UsageException e) {
                refusals.add(e);
                requireOthers(refusals);
                checked.put(target.name(), CheckedTarget.refused(target, workspace, e.getMessage()));
                continue;
            }
            result.obstacle().filter(reason -> isNamedFor(target)).ifPresent(reason -> {
                throw target.problem(result.database().name() + ": " + reason + "; choose another with "
                        + RunOption.ISOLATION.name() + ", or isolation: of the target");
            });
            checked.put(target.name(), result);
            listener.targetReady(target.name(), result.facts().version());
        }
        requireGoal(); // before what takes long
        known.accept(facts());
        requireSpace(root);
        checked.replaceAll((name, target) -> preparations.prepare(target, measurable(target.target()), listener));
        requireGoal();
        checked.replaceAll((name, target) -> target.target()
                .link()
                .filter(link -> !measurable(target.target()).isEmpty())
                .flatMap(link -> linkSpeeds.of(name, link))
                .map(speed -> target.with(target.facts().with(speed)))
                .orElse(target));
    }

    /** Requires the disk space for the data of all targets, before that of any is loaded. */
    private void requireSpace(RunDataDirectory root) throws IOException {
        DataSpace space = new DataSpace(request.load().options());
        checked.values().forEach(target -> space.add(target.target(), measurable(target.target())));
        space.require(root.path());
    }

    /** Lists, in a line each, what about the targets is not known. */
    public List<String> notes() {
        return linkSpeeds.problems();
    }

    /**
     * Requires that targets which fail their check differ from others in settings, so that a refused value of a setting
     * fails its configuration and not the run.
     */
    private void requireOthers(List<UsageException> refusals) {
        boolean varySettings = request.what().varied().stream().anyMatch(name -> !name.equals(LinkSweep.KEY));
        if (!varySettings || refusals.size() == request.what().targets().size()) {
            throw refusals.get(0);
        }
    }

    /** Returns whether the target's isolation level is not simply that of all of several targets. */
    private boolean isNamedFor(Target target) {
        if (LargePages.of(target).isPresent()) {
            return false; // the obstacle may be that
        }
        List<Target> all = request.what().targets();
        return all.size() == 1
                || all.stream().anyMatch(other -> !other.isolation().equals(target.isolation()));
    }

    private List<Cell> measurable(Target target) {
        return plan.all().stream()
                .filter(cell -> cell.target().equals(target)
                        && of(target).refusal().isEmpty()
                        && obstacle(cell).isEmpty())
                .toList();
    }

    /** Requires that the two cells of a goal can be measured, without which it would never be reached. */
    private void requireGoal() {
        request.rounds().goal().map(Rounds.Goal::ratio).ifPresent(ratio -> {
            for (String target : List.of(ratio.baseline(), ratio.other())) {
                int number = ratio.cell(plan.cells(), target).number();
                obstacle(plan.all().get(number - 1)).ifPresent(reason -> {
                    throw new UsageException("--precision: " + ratio.name() + " cannot be measured: " + reason
                            + "; name another with --ratio");
                });
            }
        });
    }

    /** Returns why a cell cannot be measured, as far as that is known. */
    public Optional<String> obstacle(Cell cell) {
        CheckedTarget target = of(cell.target());
        return target.obstacle()
                .or(() -> cell.workload()
                        .obstacle(
                                target.database().dialect(),
                                target.features(),
                                cell.planned().parameters()))
                .or(() -> preparations.obstacle(cell))
                .map(reason -> target.database().name() + ": " + reason);
    }

    /** See {@link Preparations#failure}. */
    Optional<String> failure(Cell cell) {
        return preparations.failure(cell);
    }

    /** Returns where preparations hung, for the log. */
    public List<String> reports() {
        return preparations.reports();
    }

    /** Returns the facts of all targets, with the data and the pages of memory that were measured on until now. */
    public List<TargetFacts> facts() {
        return checked.values().stream()
                .map(target -> target.facts().withFound(cgroups.facts(target.target())))
                .map(facts -> facts.on(data.of(facts.name())))
                .map(facts -> pages.containsKey(facts.name())
                        ? facts.withFound(pages.get(facts.name()).facts())
                        : facts)
                .toList();
    }

    /** Adds the pages of a server that was measured and is still up, where the target's setting is about them. */
    void measuredOn(RunningTarget running) {
        Target target = running.target();
        if (LargePages.of(target).isPresent()) {
            ServerPages.of(running.pid()).ifPresent(found -> pages.merge(target.name(), found, ServerPages::most));
        }
    }

    /** Adds the fingerprints of the data that a fork measured on. */
    void measuredOn(Target target, Map<String, String> fingerprints) {
        data.add(target.name(), fingerprints);
    }

    CheckedTarget of(Target target) {
        return checked.get(target.name());
    }

    /** Returns a target together with its server, which is up. */
    RunningTarget on(Target target, Server server) {
        return of(target).on(server, request.output().directory());
    }

    /**
     * Removes what a fork of the cell left that failed or was killed. An error does not end the run: the next fork of
     * the cell reports the obstacle.
     */
    void clean(Cell cell, RunningTarget running, RunLog log) {
        try {
            preparations.clean(cell, running);
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            log.println("could not clean up after " + cell.planned().label() + ": " + ErrorMessages.of(e));
        }
    }

    /** See {@link Preparations#checkData}. */
    public boolean checkData(Cell cell, RunningTarget running) throws IOException, SQLException {
        return preparations.checkData(cell, running);
    }

    /** Drops what the run made: what its preparations left, and Rowmark's tables. */
    public void tidy(RunLog log) {
        checked.forEach((name, target) -> {
            try {
                preparations.end(target);
                TimeLimit.OF_SERVERS.within(() -> {
                    target.tidy();
                    return null;
                });
            } catch (IOException | SQLException | RuntimeException | LinkageError e) {
                log.println("could not drop Rowmark's tables on " + name + ": " + ErrorMessages.of(e));
            }
        });
    }
}

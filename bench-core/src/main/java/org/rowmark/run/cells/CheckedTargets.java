package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.rowmark.db.TimeLimit;
import org.rowmark.jvm.MeasuringJvms;
import org.rowmark.link.LinkSpeeds;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.ServerCgroups;
import org.rowmark.options.RunOption;
import org.rowmark.pages.LargePagesCheck;
import org.rowmark.pages.ServerPages;
import org.rowmark.pages.setting.LargePages;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
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
    private MeasuringJvms jvms = MeasuringJvms.NONE_CHOSEN;

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
        preparations.begin(plan.cells());
        jvms = MeasuringJvms.started(request);
        check(root, request.output().directory(), check);
        requireGoal(); // before what takes long
        known.accept(facts());
        requireSpace(root);
        checked.replaceAll((name, target) -> preparations.prepare(target, measurable(name), listener));
        requireGoal();
        checked.replaceAll((name, target) -> target.target()
                .link()
                .filter(link -> !measurable(name).isEmpty())
                .flatMap(link -> linkSpeeds.of(name, link))
                .map(speed -> target.with(target.facts().with(speed)))
                .orElse(target));
    }

    /**
     * Checks all targets, and loads the data of their cells so that it stays beyond this process.
     *
     * @param kept receives the data of each target once it is there
     */
    public void keep(RunDataDirectory root, TargetCheck check, Consumer<KeptData> kept) throws IOException {
        check(root, root.path(), check);
        requireSpace(root);
        each((target, cells) -> preparations.keep(target, cells, listener), kept);
    }

    /** Checks all targets, and removes the data of their cells that {@link #keep} loaded. */
    public void remove(RunDataDirectory root, TargetCheck check, Consumer<KeptData> removed) throws IOException {
        check(root, root.path(), check);
        each((target, cells) -> preparations.remove(target, cells, listener), removed);
    }

    private void each(BiFunction<CheckedTarget, List<PlannedCell>, KeptData> action, Consumer<KeptData> done) {
        checked.forEach((name, target) -> done.accept(target.refusal()
                .map(reason -> KeptData.none(name, reason))
                .orElseGet(() -> action.apply(target, measurable(name)))));
    }

    private void requireSpace(RunDataDirectory root) throws IOException {
        DataSpace.require(
                root.path(),
                request,
                checked.keySet().stream()
                        .flatMap(name -> measurable(name).stream())
                        .toList());
    }

    /** @param logs the directory of the servers' logs */
    private void check(RunDataDirectory root, Path logs, TargetCheck check) throws IOException {
        LargePagesCheck largePages = new LargePagesCheck(request, check);
        List<UsageException> refusals = new ArrayList<>();
        for (Target target : request.what().targets()) {
            List<String> prefix = new ArrayList<>(cgroups.prefix(target));
            prefix.addAll(request.servers().pinning().serverPrefix());
            Workspace workspace = root.workspace(target, logs, prefix);
            try {
                CheckedTarget result = largePages.of(target, workspace);
                checked.put(target.name(), result);
                listener.targetReady(target.name(), result.facts().version());
            } catch (UsageException e) {
                refusals.add(e);
                requireOthers(refusals);
                checked.put(target.name(), CheckedTarget.refused(target, workspace, e.getMessage()));
            }
            requireIsolation(checked.get(target.name()));
        }
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

    /** Requires the isolation level of a target, unless it is simply that of all of several targets. */
    private void requireIsolation(CheckedTarget result) {
        Target target = result.target();
        List<Target> all = request.what().targets();
        boolean isNamedFor = all.size() == 1
                || all.stream().anyMatch(other -> !other.isolation().equals(target.isolation()));
        if (isNamedFor && LargePages.of(target).isEmpty()) { // whose obstacle may be pages
            result.obstacle().ifPresent(reason -> {
                throw target.problem(result.database().name() + ": " + reason + "; choose another with "
                        + RunOption.ISOLATION.name() + ", or isolation: of the target");
            });
        }
    }

    private List<PlannedCell> measurable(String target) {
        return plan.cells().stream()
                .filter(cell -> cell.target().equals(target)
                        && checked.get(target).refusal().isEmpty()
                        && obstacle(cell).isEmpty())
                .toList();
    }

    /** Requires that the two cells of a goal can be measured, without which it would never be reached. */
    private void requireGoal() {
        request.rounds().goal().flatMap(Rounds.Goal::ratio).ifPresent(ratio -> {
            for (String target : List.of(ratio.baseline(), ratio.other())) {
                obstacle(ratio.cell(plan.cells(), target)).ifPresent(reason -> {
                    throw new UsageException(
                            "--ratio: " + ratio.name() + " cannot be measured: " + reason + "; name another");
                });
            }
        });
    }

    /** Returns why a cell cannot be measured, as far as that is known. */
    public Optional<String> obstacle(PlannedCell cell) {
        CheckedTarget target = checked.get(cell.target());
        return target.obstacle()
                .or(() -> request.workload(cell)
                        .obstacle(target.database().dialect(), target.features(), cell.parameters()))
                .or(() -> preparations.obstacle(cell))
                .map(reason -> target.database().name() + ": " + reason);
    }

    public Preparations preparations() {
        return preparations;
    }

    /** Returns the facts of all targets, with the data and the pages of memory that were measured on until now. */
    public List<TargetFacts> facts() {
        return checked.values().stream()
                .map(target -> target.facts().withFound(cgroups.facts(target.target())))
                .map(facts -> facts.on(data.of(facts.name())))
                .map(jvms::with)
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

    public void measuredOn(String target, Map<String, String> fingerprints) {
        data.add(target, fingerprints);
    }

    CheckedTarget of(Target target) {
        return checked.get(target.name());
    }

    /** Drops what the run made: what its preparations left, and Rowmark's tables. */
    public void tidy(RunLog log) {
        checked.forEach((name, target) -> log.attempt("drop Rowmark's tables on " + name, () -> {
            preparations.end(target);
            TimeLimit.OF_SERVERS.run(target::tidy);
        }));
    }

    /** Fingerprints of the data that the forks of a run measured on, by target. A shutdown reads them in its own thread. */
    static final class DataFingerprints {
        private final Map<String, Map<String, TreeSet<String>>> byTarget = new TreeMap<>();

        public synchronized void add(String target, Map<String, String> fingerprints) {
            Map<String, TreeSet<String>> known = byTarget.computeIfAbsent(target, name -> new TreeMap<>());
            fingerprints.forEach((name, fingerprint) ->
                    known.computeIfAbsent(name, table -> new TreeSet<>()).add(fingerprint));
        }

        /** Returns those of a target by table; of a table that was filled again for other parameters, all of them. */
        public synchronized Map<String, String> of(String target) {
            Map<String, String> data = new TreeMap<>();
            byTarget.getOrDefault(target, Map.of()).forEach((name, all) -> data.put(name, String.join("; ", all)));
            return data;
        }
    }
}

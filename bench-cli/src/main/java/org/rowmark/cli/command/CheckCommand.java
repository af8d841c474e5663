package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.rowmark.cli.console.Confirmation;
import org.rowmark.cli.option.TargetOptions;
import org.rowmark.db.Feature;
import org.rowmark.db.Targets;
import org.rowmark.plan.ExternalServers;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code check}, which connects to targets and prints what works there. */
@Command(
        name = "check",
        header = "Connect to targets; print versions, durability, features and what each workload would skip.",
        description = "Without --target, all targets are checked, and it is no error if some of them cannot be used.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark check",
            "  ./rowmark check --target mariadb",
            "  ./rowmark check --targets-file targets.yaml --target pg-office"
        })
public final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOptions.Names names;

    @Mixin
    private TargetOptions targetOptions;

    @Option(names = "--yes", description = "Change the settings of external servers without confirmation.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        Leftovers.remove();
        Targets targets = targetOptions.load();
        Collection<String> chosen = names.names.isEmpty() ? targets.names() : names.names;
        chosen.forEach(targets::requireKnown);
        PrintWriter out = spec.commandLine().getOut();
        boolean allUsable = true;
        List<Target> resolved = new ArrayList<>();
        for (String name : chosen) {
            try {
                resolved.add(targets.named(name));
            } catch (UsageException e) {
                printUnusable(name, e, out);
                allUsable = false;
            }
        }
        ExternalServers.requireConsent(resolved, yes, Confirmation::of);
        RunLock noRun = resolved.stream().anyMatch(CheckCommand::isChanged) ? RunLock.take(false) : RunLock.none();
        try {
            for (Target target : resolved) {
                allUsable &= print(target, out);
            }
        } finally {
            noRun.close();
        }
        return allUsable || names.names.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
    }

    /** Returns whether settings or tables are made for the check where a run may have its own. */
    private static boolean isChanged(Target target) {
        return target.url().isPresent() && !target.isProduction();
    }

    private static boolean print(Target target, PrintWriter out) throws IOException {
        try {
            print(CheckedTarget.check(target), out);
            out.println();
            out.flush();
            return true;
        } catch (UsageException e) {
            printUnusable(target.name(), e, out);
            return false;
        }
    }

    private static void printUnusable(String name, UsageException problem, PrintWriter out) {
        out.println(name + ": cannot be used");
        out.println("  " + problem.getMessage());
        out.println();
        out.flush();
    }

    private static void print(CheckedTarget ready, PrintWriter out) {
        TargetFacts facts = ready.facts();
        out.println(facts.name() + ": ready");
        out.println("  product     " + facts.product() + ", " + facts.server());
        out.println("  version     " + facts.version());
        out.println("  driver      " + facts.driver());
        out.println("  url         " + facts.url());
        out.println("  durability  " + facts.durability());
        for (Map.Entry<String, String> setting : facts.serverSettings().entrySet()) {
            out.println("  setting     " + setting.getKey() + " = " + setting.getValue());
        }
        for (Feature feature : Feature.values()) {
            out.println(
                    "  feature     " + (ready.features().contains(feature) ? "yes  " : "no   ") + feature.meaning());
        }
        for (Workload workload : Workloads.all().list()) {
            out.println("  workload    " + workload.name() + ": " + skips(workload, ready));
        }
    }

    private static String skips(Workload workload, CheckedTarget ready) {
        List<Map<String, String>> combinations =
                Selection.of(workload, Map.of()).combinations();
        Map<String, Integer> reasons = new LinkedHashMap<>();
        for (Map<String, String> values : combinations) {
            workload.obstacle(ready.database().dialect(), ready.features(), values)
                    .ifPresent(reason -> reasons.merge(reason, 1, Integer::sum));
        }
        return reasons.isEmpty()
                ? "runs"
                : reasons.entrySet().stream()
                        .map(reason ->
                                "skips " + reason.getValue() + " of " + combinations.size() + ": " + reason.getKey())
                        .collect(Collectors.joining("; "));
    }
}

package org.rowmark.cli.command;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.cli.console.TextTable;
import org.rowmark.cli.option.TargetOptions;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Targets;
import org.rowmark.link.LinkPreset;
import org.rowmark.study.Studies;
import org.rowmark.study.Study;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Secrets;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code list}, which lists what can be measured and how. */
@Command(
        name = "list",
        header = "List workloads, targets, databases, studies, links or restore methods.",
        description = "Nothing is started and nothing is connected to; to try targets: check.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark list workloads",
            "  ./rowmark list targets --targets-file targets.yaml"
        })
public final class ListCommand implements Callable<Integer> {
    private static final Map<String, Function<ListCommand, TextTable>> LISTS = new LinkedHashMap<>();

    static {
        LISTS.put("workloads", command -> workloads());
        LISTS.put("targets", ListCommand::targets);
        LISTS.put("databases", command -> databases());
        LISTS.put("studies", command -> studies());
        LISTS.put("links", command -> links());
        LISTS.put("restore-methods", command -> restoreMethods());
    }

    /** The words for the help and the shell's completion. */
    private static final class Kinds implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return LISTS.keySet().iterator();
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "KIND",
            description = "What to list: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Kinds.class)
    private String kind;

    @Mixin
    private TargetOptions targetOptions;

    @Override
    public Integer call() {
        if (!LISTS.containsKey(kind)) {
            throw Suggestions.unknown("kind", kind, LISTS.keySet());
        }
        LISTS.get(kind).apply(this).print(spec.commandLine().getOut());
        return ExitCode.OK;
    }

    private static TextTable workloads() {
        TextTable table = new TextTable("WORKLOAD", "ONE OPERATION", "PARAMETERS (DEFAULTS)");
        for (Workload workload : Workloads.all().list()) {
            String parameters = workload.parameters().entrySet().stream()
                    .map(parameter -> parameter.getKey() + "=" + String.join(",", parameter.getValue()))
                    .collect(Collectors.joining(" "));
            table.add(workload.name(), workload.info().value(), parameters);
        }
        return table;
    }

    private TextTable targets() {
        TextTable table = new TextTable("TARGET", "DATABASE", "SERVER", "STATE", "WHERE");
        Targets targets = targetOptions.load();
        for (String name : targets.names()) {
            try {
                Target target = targets.named(name);
                table.add(name, target.database(), target.server().id(), state(target), where(target));
            } catch (UsageException e) {
                table.add(name, "", "", "incomplete", e.getMessage());
            }
        }
        return table;
    }

    /** Returns the state of a target as known without starting or connecting to it, which {@code check} does. */
    private static String state(Target target) {
        Optional<String> missing = Targets.missing(target);
        if (missing.isPresent()) {
            return "needs " + missing.get();
        }
        return target.server() == ServerKind.EXTERNAL ? "not checked" : "ready";
    }

    private static String where(Target target) {
        return target.url()
                .map(Secrets::scrub)
                .orElse(
                        switch (target.server()) {
                            case EMBEDDED -> "in the measuring JVM";
                            default ->
                                "private, started by Rowmark"
                                        + target.source()
                                                .map(from -> " from " + from)
                                                .orElse("");
                        });
    }

    private static TextTable databases() {
        TextTable table = new TextTable("DATABASE", "PRODUCT", "BUILT-IN TARGETS");
        for (Database database : Databases.all()) {
            List<String> names = new ArrayList<>();
            database.targets().forEach(target -> names.add(target.name()));
            table.add(
                    database.id(),
                    database.name(),
                    names.isEmpty() ? "none: give a URL in a targets file" : String.join(", ", names));
        }
        return table;
    }

    private static TextTable studies() {
        TextTable table = new TextTable("STUDY", "QUESTION", "TARGETS");
        for (Study study : Studies.all()) {
            table.add(study.name(), study.question(), String.join(", ", study.targets()));
        }
        return table;
    }

    private static TextTable links() {
        TextTable table = new TextTable("LINK", "NUMBERS", "FROM");
        for (LinkPreset preset : LinkPreset.values()) {
            table.add(preset.id(), preset.spec().parts(), preset.source());
        }
        return table;
    }

    /** Returns the values of the parameter {@code way} of the workload {@code restore}. */
    private static TextTable restoreMethods() {
        TextTable table = new TextTable("DATABASE", "METHOD", "WHAT IT DOES", "PARAMETERS");
        for (Database database : Databases.all()) {
            Optional<Restorer> restorer = Restorer.of(database.id());
            String usual = restorer.map(Restorer::usualMethod).orElse("");
            for (RestoreMethod method : restorer.map(Restorer::methods).orElse(List.of())) {
                table.add(
                        database.id(),
                        method.name() + (method.name().equals(usual) ? " (usual)" : ""),
                        method.meaning(),
                        method.choices().stream().map(RestoreJob.Option::value).collect(Collectors.joining(" ")));
            }
        }
        return table;
    }
}

package org.rowmark.cli.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.rowmark.cli.console.TextTable;
import org.rowmark.cli.option.TargetOptions;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Targets;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.RestoreOption;
import org.rowmark.db.restore.Restorer;
import org.rowmark.restore.Restorers;
import org.rowmark.study.Studies;
import org.rowmark.study.Study;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code list}: what there is. */
@Command(
        name = "list",
        header = "List workloads, targets, databases, studies or ways to restore.",
        footer = {"@|bold Examples|@", "  list workloads", "  list targets --targets targets.yaml"})
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "workloads|targets|databases|studies|ways", description = "What to list.")
    private Kind kind;

    @Mixin
    private TargetOptions targetOptions;

    /** What can be listed; lower case because users type it. */
    enum Kind {
        workloads,
        targets,
        databases,
        studies,
        ways
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        TextTable table = switch (kind) {
            case workloads -> workloads();
            case targets -> targets();
            case databases -> databases();
            case studies -> studies();
            case ways -> ways();
        };
        table.print(out);
        return ExitCode.OK;
    }

    private static TextTable workloads() {
        TextTable table = new TextTable("WORKLOAD", "ONE OPERATION", "PARAMETERS (DEFAULTS)");
        for (Workload workload : Workloads.all().list()) {
            String parameters = workload.parameters().entrySet().stream()
                    .map(parameter -> parameter.getKey() + "=" + String.join(",", parameter.getValue()))
                    .collect(Collectors.joining(" "));
            table.add(workload.name(), workload.operation(), parameters);
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

    /** Found out without starting or connecting; {@code check} does that. */
    private static String state(Target target) {
        Optional<String> missing = Targets.missing(target);
        if (missing.isPresent()) {
            return "needs " + missing.get();
        }
        return target.server() == ServerKind.EXTERNAL ? "not tried" : "ready";
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
        TextTable table = new TextTable("STUDY", "QUESTION", "WORKLOADS", "TARGETS");
        for (Study study : Studies.all()) {
            table.add(
                    study.name(),
                    study.question(),
                    String.join(", ", study.workloads().keySet()),
                    String.join(", ", study.targets()));
        }
        return table;
    }

    /** For the parameter {@code way} of the workload {@code restore}. */
    private static TextTable ways() {
        TextTable table = new TextTable("DATABASE", "WAY", "WHAT IT DOES", "TAKES");
        for (Database database : Databases.all()) {
            String usual = database.restorer().map(Restorer::usualMethod).orElse("");
            for (RestoreMethod way : Restorers.methods(database.id())) {
                String choices =
                        way.choices().stream().map(RestoreOption::value).collect(Collectors.joining(" "));
                String name = way.name() + (way.name().equals(usual) ? " (usual)" : "");
                table.add(database.id(), name, way.meaning(), choices);
            }
        }
        return table;
    }
}

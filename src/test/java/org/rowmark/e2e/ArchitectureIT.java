package org.rowmark.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;

/** The layers of Rowmark; {@link RulesIT} has the rules for libraries and benchmarks. */
class ArchitectureIT {
    private static final String ROOT = "org.rowmark.";

    /** A package, or with two dots it and those below it, and the packages of ours that it may depend on. */
    private static final List<Arguments> LAYERS = List.of(
            arguments("util..", List.of()),
            arguments("stats..", List.of()),
            arguments("artifact..", List.of("util")),
            arguments("process..", List.of("util")),
            arguments("link..", List.of("util")),
            arguments("clients.launch", List.of("util")),
            arguments("clients.coordination", List.of("util")),
            arguments("targets..", List.of("link", "util")),
            arguments("db.restore", List.of("targets", "util")),
            arguments("db", List.of("db.restore", "targets", "link", "artifact", "util")),
            arguments("databases.support..", List.of("db..", "targets", "process", "artifact", "util")),
            arguments("databases..", List.of("db..", "targets", "process", "artifact", "util")),
            arguments("fixture..", List.of("db", "targets", "util")),
            arguments("cache..", List.of("fixture", "db", "process", "util")),
            arguments("result.jmh", List.of("util")),
            arguments("result.latency", List.of("util")),
            arguments("result.query", List.of("util")),
            arguments("result.clients", List.of("util")),
            arguments("result", List.of("result.clients", "result.latency", "result.query", "db", "util")),
            arguments(
                    "result.directory", List.of("result", "result.clients", "result.latency", "result.query", "util")),
            arguments("environment..", List.of("result", "db", "targets", "util")),
            arguments("options..", List.of("result", "stats", "db", "targets", "link", "util")),
            arguments("workload..", List.of("options", "fixture", "db", "targets", "util")),
            arguments("study..", List.of("workload", "options", "fixture", "result", "stats", "targets", "util")),
            arguments(
                    "plan..",
                    List.of(
                            "clients.launch",
                            "link",
                            "study",
                            "workload",
                            "options",
                            "result",
                            "stats",
                            "db",
                            "targets",
                            "util")),
            arguments("run.counters", List.of("fixture", "result", "db", "targets", "link", "util")),
            arguments("run.hugepages", List.of("db", "util")),
            arguments(
                    "run.memory",
                    List.of("environment", "plan", "options", "result", "db", "targets", "process", "util")),
            arguments("run.turns", List.of("util")),
            arguments(
                    "run.adaptive",
                    List.of("run.output", "plan", "study", "workload", "options", "result", "stats", "util")),
            arguments(
                    "run.output",
                    List.of(
                            "run.turns",
                            "plan",
                            "workload",
                            "fixture",
                            "result",
                            "result.directory",
                            "targets",
                            "process",
                            "util")),
            arguments(
                    "run.fork",
                    List.of(
                            "run.counters",
                            "run.output",
                            "run.turns",
                            "plan",
                            "workload",
                            "options",
                            "fixture",
                            "result..",
                            "targets",
                            "process",
                            "util")),
            arguments(
                    "run.clients",
                    List.of(
                            "run.fork",
                            "run.output",
                            "clients..",
                            "environment",
                            "plan",
                            "options",
                            "fixture",
                            "result..",
                            "targets",
                            "link",
                            "util")),
            arguments(
                    "run",
                    List.of(
                            "run..",
                            "clients..",
                            "plan",
                            "study",
                            "workload",
                            "options",
                            "environment",
                            "cache",
                            "fixture",
                            "result..",
                            "stats",
                            "db",
                            "targets",
                            "link",
                            "process",
                            "util")),
            arguments("report.format", List.of("stats")),
            arguments("report.plot", List.of("report.format", "result.query", "stats")),
            arguments("report.cells", List.of("report.format", "result..", "stats", "util")),
            arguments("report.compare", List.of("report.cells", "report.format", "stats", "util")),
            arguments("report.counters", List.of("report.cells", "report.format", "result", "stats")),
            arguments("report.provenance", List.of("report.cells", "report.format", "result..", "stats", "util")),
            arguments(
                    "report.section",
                    List.of(
                            "report.counters",
                            "report.compare",
                            "report.provenance",
                            "report.cells",
                            "report.format",
                            "report.plot",
                            "result..",
                            "stats",
                            "util")),
            arguments(
                    "report.study",
                    List.of(
                            "report.section",
                            "report.counters",
                            "report.compare",
                            "report.provenance",
                            "report.cells",
                            "report.format",
                            "report.plot",
                            "result..",
                            "stats",
                            "util")),
            arguments(
                    "report.model",
                    List.of(
                            "report.study",
                            "report.section",
                            "report.compare",
                            "report.provenance",
                            "report.cells",
                            "report.format",
                            "result",
                            "stats")),
            arguments(
                    "report.write",
                    List.of(
                            "report.model",
                            "report.section",
                            "report.compare",
                            "report.cells",
                            "report.format",
                            "report.plot",
                            "result",
                            "stats")),
            arguments("report", List.of("report..", "result..", "stats", "util")),
            arguments(
                    "workloads..",
                    List.of(
                            "run",
                            "workload",
                            "options",
                            "fixture",
                            "result",
                            "result.query",
                            "db..",
                            "targets",
                            "util")),
            arguments(
                    "cli.console",
                    List.of("report.provenance", "report.format", "run.output", "plan", "result", "stats", "util")),
            arguments("cli.option", List.of("report", "options", "db", "util")),
            arguments(
                    "cli.command",
                    List.of(
                            "cli.console",
                            "cli.option",
                            "report",
                            "report.provenance",
                            "cache",
                            "run",
                            "run.output",
                            "plan",
                            "study",
                            "workload",
                            "options",
                            "result",
                            "result.directory",
                            "db..",
                            "targets",
                            "link",
                            "process",
                            "util")),
            arguments("cli", List.of("cli.command", "cli.option", "run", "run.hugepages", "process", "util")));

    private static JavaClasses rowmark;

    @BeforeAll
    static void read() {
        rowmark = readClasses();
    }

    /** Reads all classes but those of tests. */
    static JavaClasses readClasses() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("jmh_generated")
                        && !location.contains("/e2e/")
                        && !location.contains("-tests.jar"))
                .importPackages("org.rowmark");
    }

    @ParameterizedTest
    @FieldSource("LAYERS")
    void packages_know_only_those_below_them(String name, List<String> below) {
        String[] allowed =
                Stream.concat(Stream.of(name), below.stream()).map(ROOT::concat).toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat(resideInAPackage("org.rowmark..").and(resideOutsideOfPackages(allowed)))
                .check(rowmark);
    }

    @Test
    void every_package_has_a_layer() {
        String[] layers = LAYERS.stream().map(layer -> ROOT + layer.get()[0]).toArray(String[]::new);

        classes().should().resideInAnyPackage(layers).check(rowmark);
    }

    @Test
    void packages_form_no_cycles() {
        slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(rowmark);
    }

    /** A slice per package; a product's folder is one slice with the folders in it. */
    private static final class Packages implements SliceAssignment {
        private static final Pattern PRODUCT = Pattern.compile("(org\\.rowmark\\.databases\\.(?!support\\b)\\w+).*");

        @Override
        public String getDescription() {
            return "packages and products";
        }

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            Matcher product = PRODUCT.matcher(type.getPackageName());
            return SliceIdentifier.of(product.matches() ? product.group(1) : type.getPackageName());
        }
    }

    @Test
    void products_know_no_other_product() {
        slices().matching("org.rowmark.databases.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(alwaysTrue(), resideInAPackage("org.rowmark.databases.support.."))
                .check(rowmark);
    }

    @Test
    void databases_are_known_by_nobody_and_found_as_services() {
        List<Class<?>> products = rowmark.stream()
                .filter(type -> type.isAssignableTo(Database.class)
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .<Class<?>>map(JavaClass::reflect)
                .toList();

        noClasses()
                .that()
                .resideOutsideOfPackage("org.rowmark.databases..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rowmark.databases..")
                .check(rowmark);
        assertThat(products).hasSizeGreaterThan(5);
        assertThat(Databases.all()).extracting(Object::getClass).hasSameElementsAs(products);
    }
}

package org.rowmark.e2e;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.rowmark.db.Database;
import org.rowmark.util.UsageException;

/** The arrows between packages: which may know which. */
class ArchitectureIT {
    private static JavaClasses rowmark;

    @BeforeAll
    static void read() {
        rowmark = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("jmh_generated") && !location.contains("/e2e/"))
                .importPackages("org.rowmark");
    }

    /** For each package, the others of ours that it may know; what is not listed is forbidden. */
    private static final Map<String, Set<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("cli", Set.of("report", "workloads", "run", "restore", "result", "db")),
            Map.entry("report", Set.of("result", "stats", "db")),
            Map.entry("workloads", Set.of("run", "restore", "state", "db")),
            Map.entry("run", Set.of("state", "result", "stats", "host", "db", "util")),
            Map.entry("state", Set.of("db")),
            Map.entry("result", Set.of("db")),
            Map.entry("stats", Set.of()),
            Map.entry("host", Set.of()),
            Map.entry("databases", Set.of("restore", "process", "db", "util")),
            Map.entry("restore", Set.of("state", "db")),
            Map.entry("process", Set.of("db", "util")),
            Map.entry("db", Set.of("util")),
            Map.entry("util", Set.of()));

    static Set<String> packages() {
        return MAY_KNOW.keySet();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packages_know_only_what_lies_below_them(String name) {
        String[] forbidden = MAY_KNOW.keySet().stream()
                .filter(other -> !other.equals(name) && !MAY_KNOW.get(name).contains(other))
                .map(other -> "org.rowmark." + other + "..")
                .toArray(String[]::new);

        assertThat(rowmark.stream().map(JavaClass::getPackageName)).contains("org.rowmark." + name);
        noClasses()
                .that()
                .resideInAPackage("org.rowmark." + name + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(forbidden)
                .check(rowmark);
    }

    /** A run that saw what a comparison says could stop when it likes it: it sees widths, a control and the rules only. */
    @Test
    void the_run_never_sees_what_a_comparison_says() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.run..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "org\\.rowmark\\.stats\\.(?!(Width|Precision|StopReason|Protocol|Design|ControlBand)\\b).*")
                .check(rowmark);
    }

    @Test
    void the_report_reads_only_results_and_statistics() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.report..")
                .should()
                .dependOnClassesThat(
                        com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage("org.rowmark.db..")
                                .and(com.tngtech.archunit.base.DescribedPredicate.not(
                                        com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo(
                                                UsageException.class))))
                .check(rowmark);
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.report..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.openjdk.jmh..")
                .check(rowmark);
    }

    @Test
    void plots_know_only_statistics() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.report.plot..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "org.rowmark.report.plot..", "org.rowmark.stats..")
                .check(rowmark);
    }

    @Test
    void only_the_command_line_knows_its_library() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.rowmark.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..")
                .check(rowmark);
    }

    @Test
    void only_databases_know_drivers() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.rowmark.databases..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.h2..",
                        "org.hsqldb..",
                        "org.apache.derby..",
                        "org.sqlite..",
                        "org.postgresql..",
                        "com.mysql..",
                        "org.firebirdsql..",
                        "com.microsoft..")
                .check(rowmark);
    }

    @Test
    void databases_stand_alone() {
        classes()
                .that()
                .implement(Database.class)
                .should()
                .resideInAPackage("org.rowmark.databases")
                .andShould()
                .onlyHaveDependentClassesThat()
                .resideInAPackage("org.rowmark.databases")
                .check(rowmark);
    }

    @Test
    void workloads_do_not_know_how_a_run_works() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.workloads..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.rowmark.result..", "org.rowmark.databases..")
                .check(rowmark);
    }

    @Test
    void benchmark_methods_stand_in_workloads_only() {
        methods()
                .that()
                .areAnnotatedWith(Benchmark.class)
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage("org.rowmark.workloads..")
                .check(rowmark);
    }

    @Test
    void nothing_is_set_up_per_invocation() {
        methods()
                .that()
                .areAnnotatedWith(Setup.class)
                .should(new com.tngtech.archunit.lang.ArchCondition<>("not be of Level.Invocation") {
                    @Override
                    public void check(
                            com.tngtech.archunit.core.domain.JavaMethod method,
                            com.tngtech.archunit.lang.ConditionEvents events) {
                        boolean perInvocation =
                                method.getAnnotationOfType(Setup.class).value() == Level.Invocation;
                        events.add(new com.tngtech.archunit.lang.SimpleConditionEvent(
                                method, !perInvocation, method.getFullName() + " is of Level.Invocation"));
                    }
                })
                .check(rowmark);
    }
}

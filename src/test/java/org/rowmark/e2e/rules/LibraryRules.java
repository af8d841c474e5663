package org.rowmark.e2e.rules;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.RunListener;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.workload.WorkloadInfo;

/** The rules for libraries, for what a run may know, and for benchmarks. */
interface LibraryRules {
    /** Returns all classes but those of tests. */
    JavaClasses rowmark();

    /** A run that saw the result of a comparison at any time could stop when it likes it: the stopping rule looks as planned. */
    @Test
    default void only_the_stopping_rule_sees_the_result_of_a_comparison() {
        noClasses()
                .that(resideInAnyPackage(
                        "org.rowmark.options..", "org.rowmark.study..", "org.rowmark.plan..", "org.rowmark.run.."))
                .and()
                .resideOutsideOfPackage("org.rowmark.run.adaptive")
                .and()
                .areNotAssignableTo(RunListener.RowProgress.class) // which only passes it on
                .should()
                .dependOnClassesThat()
                .haveNameMatching("org\\.rowmark\\.stats\\."
                        + "(?!(RoundValue|Looks|Warmup|StopReason|Protocol|Design|ControlBand"
                        + "|Interval|Percentiles|Comparison\\$Better)\\b).*")
                .check(rowmark());
    }

    /** It may be set while a run goes on. */
    @Test
    default void nothing_of_a_run_reads_the_wall_clock() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "org.rowmark.run..",
                        "org.rowmark.clients..",
                        "org.rowmark.fixture..",
                        "org.rowmark.fork..",
                        "org.rowmark.process..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(rowmark());
    }

    /** Those have an environment without the variables that passwords come from. */
    @Test
    default void only_the_environment_of_children_makes_builders_of_processes() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(ChildEnvironment.class)
                .should()
                .callConstructor(ProcessBuilder.class, String[].class)
                .orShould()
                .callConstructor(ProcessBuilder.class, List.class)
                .orShould()
                .callMethodWhere(target(owner(type(Runtime.class))).and(target(name("exec"))))
                .check(rowmark());
    }

    @Test
    default void objects_are_read_through_a_filter_only() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(KeptForks.class)
                .should()
                .callConstructor(ObjectInputStream.class, InputStream.class)
                .check(rowmark());
    }

    @Test
    default void the_report_does_without_JMH() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.report..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.openjdk.jmh..")
                .check(rowmark());
    }

    @Test
    default void plots_know_only_statistics_and_recorded_drawings() {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.report.plot..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "java..",
                        "org.rowmark.report.plot..",
                        "org.rowmark.report.format..",
                        "org.rowmark.result.query..",
                        "org.rowmark.stats..")
                .check(rowmark());
    }

    @Test
    default void only_the_command_line_knows_its_library() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.rowmark.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "me.tongfei..")
                .check(rowmark());
    }

    @Test
    default void only_the_coordination_of_clients_knows_ZooKeeper() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.rowmark.clients.coordination")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.zookeeper..", "org.apache.curator..")
                .check(rowmark());
    }

    @Test
    default void only_databases_and_their_restorers_know_drivers() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.rowmark.databases..", "org.rowmark.workloads.restore.*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.h2..",
                        "org.hsqldb..",
                        "org.apache.derby..",
                        "org.sqlite..",
                        "org.duckdb..",
                        "org.postgresql..",
                        "com.mysql..",
                        "org.mariadb..",
                        "org.firebirdsql..",
                        "com.microsoft..")
                .check(rowmark());
    }

    @Test
    default void benchmark_methods_are_in_workloads_only() {
        methods()
                .that()
                .areAnnotatedWith(Benchmark.class)
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage("org.rowmark.workloads")
                .check(rowmark());
    }

    @Test
    default void the_package_of_workloads_has_no_other_classes() {
        classes()
                .that()
                .resideInAPackage("org.rowmark.workloads")
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .beAnnotatedWith(WorkloadInfo.class)
                .check(rowmark());
    }

    /** A run sets them for all workloads, whatever the annotations of one are. */
    @Test
    default void workloads_have_no_annotations_for_forks_and_iterations() {
        noClasses()
                .should()
                .beAnnotatedWith(Fork.class)
                .orShould()
                .beAnnotatedWith(Warmup.class)
                .orShould()
                .beAnnotatedWith(Measurement.class)
                .check(rowmark());
    }

    @Test
    default void nothing_is_set_up_per_invocation() {
        methods()
                .that()
                .areAnnotatedWith(Setup.class)
                .should(new ArchCondition<>("not be of Level.Invocation") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        boolean perInvocation =
                                method.getAnnotationOfType(Setup.class).value() == Level.Invocation;
                        events.add(new SimpleConditionEvent(
                                method, !perInvocation, method.getFullName() + " is of Level.Invocation"));
                    }
                })
                .check(rowmark());
    }
}

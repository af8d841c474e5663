package org.rowmark.e2e.rules;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;

/** The layers of Rowmark; {@link RulesIT} has the rules for libraries and benchmarks. */
class ArchitectureIT {
    private static final String ROOT = "org.rowmark.";

    /** In each line a package, or with two dots it and those below it, and the packages of ours that it may use. */
    private static final String LAYERS = """
            util..:
            stats..:
            artifact..: util
            process..: util
            link: util
            clients.launch: util
            clients.coordination: util
            link.sweep: link targets util
            targets..: link util
            db.restore: targets util
            db: db.restore targets link artifact process util
            settings: db targets util
            databases.support..: settings db.. targets process artifact util
            databases..: settings db.. targets process artifact util
            fixture..: db targets util
            cache..: fixture db process util
            result.jmh: util
            result.latency: util
            result.query: util
            result.clients: util
            result: result.clients result.latency result.query db link util
            result.directory: result result.clients result.latency result.query util
            environment..: result db targets util
            options..: result stats db targets link.. util
            workload..: options fixture db targets util
            study..: workload options fixture result stats link.sweep targets util
            plan..: clients.launch link.sweep study workload options result stats db targets util
            run.counters: fixture result db targets link util
            run.memory: environment plan options result db targets util
            run.turns: util
            run.adaptive: run.output plan study workload options result stats util
            run.output: run.turns plan workload fixture result result.directory targets util
            run.fork: run.counters run.output run.turns plan workload options fixture result.. targets process util
            run.clients: run.fork run.output clients.. environment plan options fixture result.. db targets util
            run.servers: settings run.memory run.output environment plan options fixture result db targets link.. util
            run.data: run.servers run.output cache plan workload options fixture result db targets util
            run: settings run.. clients.. plan study workload options environment cache fixture result.. stats db targets \
                link.. util
            report.format: stats
            report.plot: report.format result.query stats
            report.cells: report.format result.. stats util
            report.compare: report.cells report.format stats util
            report.counters: report.cells report.format result stats
            report.provenance: link report.cells report.format result.. stats util
            report.section: report.counters report.compare report.provenance report.cells report.format report.plot \
                result.. stats util
            report.study: link report.section report.counters report.compare report.provenance report.cells report.format \
                report.plot result.. stats util
            report.model: report.study report.section report.compare report.provenance report.cells report.format \
                result stats util
            report.write: report.model report.section report.compare report.cells report.format report.plot \
                result.. stats util
            report: report.. result.. stats util
            workloads..: run workload options fixture result result.query db.. targets util
            cli.console: report.provenance report.format run.output plan result stats util
            cli.option: report options db util
            cli.command: settings cli.console cli.option report report.provenance cache run run.data run.servers run.output \
                plan study workload options result result.directory db.. targets link process util
            cli: settings cli.command cli.option run util
            """;

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

    static Stream<List<String>> layers() {
        return LAYERS.lines().map(line -> List.of(line.replace(":", "").split(" +", -1)));
    }

    /** @param layer the package, and those that it may use */
    @ParameterizedTest
    @MethodSource("layers")
    void packages_know_only_those_below_them(List<String> layer) {
        String[] allowed = layer.stream().map(ROOT::concat).toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(allowed[0])
                .should()
                .dependOnClassesThat(resideInAPackage("org.rowmark..").and(resideOutsideOfPackages(allowed)))
                .check(rowmark);
    }

    @Test
    void every_package_has_a_layer() {
        String[] layers = layers().map(layer -> ROOT + layer.get(0)).toArray(String[]::new);

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

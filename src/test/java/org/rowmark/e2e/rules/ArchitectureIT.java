package org.rowmark.e2e.rules;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.workloads.restore.Restorer;

/** The layers of Rowmark, and the other rules for all classes, which are read once. */
class ArchitectureIT implements LibraryRules {
    private static final String ROOT = "org.rowmark.";

    /** A package for each product, or for the embedded ones, which only the service loader knows. */
    private static final String RESTORERS = "org.rowmark.workloads.restore.*";

    /**
     * In each line one or more packages with those below them, and the packages of ours that they may use. Packages of one
     * line may use each other; within a line and in all, they form no cycles. For a package below another one, the
     * lines of both hold.
     */
    private static final String LAYERS = """
            util:
            artifact stats process: util
            link jvm.setting targets: process util
            db settings pages.setting: targets jvm.setting link artifact process util
            databases: settings pages.setting db targets process artifact util
            result: db link util
            data fork clients.coordination clients.launch: db targets process util
            fixture environment: data fork result db targets process util
            options memory.sweep: clients.launch result stats db targets jvm.setting link util
            workload: options fixture db targets util
            study memory clients.rules: clients.launch workload options environment fixture result stats \
                db targets link process util
            plan: pages.setting memory clients.launch clients.rules study workload options fixture result \
                stats db targets link util
            run clients turns rates pages jvm resume jmh: plan memory study workload options environment settings fixture \
                data fork result stats db targets jvm.setting link artifact process util
            report: result stats link util
            workloads: run workload databases options fixture data fork result db targets process util
            cli: workloads.restore report run clients jmh plan study workload options environment data settings result stats \
                db targets link process util
            """;

    private static JavaClasses rowmark;

    @BeforeAll
    static void read() {
        rowmark = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("jmh_generated")
                        && !location.contains("/e2e/")
                        && !location.contains("-tests.jar"))
                .importPackages("org.rowmark");
    }

    @Override
    public JavaClasses rowmark() {
        return rowmark;
    }

    /** Returns the packages of each layer, and those that it may use. */
    static Stream<Arguments> layers() {
        return LAYERS.lines()
                .map(line -> line.split(":", -1))
                .map(layer -> arguments(packages(layer[0]), packages(layer[1])));
    }

    private static List<String> packages(String names) {
        return Stream.of(names.strip().split(" +"))
                .filter(name -> !name.isEmpty())
                .map(name -> ROOT + name + "..")
                .toList();
    }

    @ParameterizedTest
    @MethodSource("layers")
    void packages_know_only_those_below_them(List<String> layer, List<String> below) {
        String[] allowed = Stream.concat(layer.stream(), below.stream()).toArray(String[]::new);

        noClasses()
                .that()
                .resideInAnyPackage(layer.toArray(String[]::new))
                .should()
                .dependOnClassesThat(resideInAPackage("org.rowmark..").and(resideOutsideOfPackages(allowed)))
                .check(rowmark);
    }

    @Test
    void every_package_has_a_layer() {
        String[] all = layers().flatMap(layer -> ((List<?>) layer.get()[0]).stream())
                .map(String.class::cast)
                .toArray(String[]::new);

        classes().should().resideInAnyPackage(all).check(rowmark);
    }

    @Test
    void packages_form_no_cycles() {
        slices().matching("(org.rowmark..)").should().beFreeOfCycles().check(rowmark);
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
    void databases_are_known_by_their_restorers_only_and_found_as_services() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.rowmark.databases..", RESTORERS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.rowmark.databases..")
                .check(rowmark);
        assertThat(Databases.all()).extracting(Object::getClass).hasSameElementsAs(implementations(Database.class));
    }

    @Test
    void restorers_are_known_by_nobody_and_found_as_services() {
        noClasses()
                .that()
                .resideOutsideOfPackage(RESTORERS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(RESTORERS)
                .check(rowmark);
        assertThat(Databases.all())
                .flatExtracting(database -> Restorer.of(database.id()).stream().toList())
                .extracting(Object::getClass)
                .hasSameElementsAs(implementations(Restorer.class));
    }

    private static List<Class<?>> implementations(Class<?> service) {
        List<Class<?>> found = rowmark.stream()
                .filter(type -> type.isAssignableTo(service)
                        && !type.isInterface()
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .<Class<?>>map(JavaClass::reflect)
                .toList();
        assertThat(found).hasSizeGreaterThan(5);
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "firebird, firebird",
        "mysql, mysql",
        "postgresql, postgresql",
        "sqlserver, sqlserver",
        "embedded, derby"
    })
    void restorers_know_their_own_product_only(String restorers, String product) {
        noClasses()
                .that()
                .resideInAPackage("org.rowmark.workloads.restore." + restorers)
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.rowmark.databases..", RESTORERS)
                        .and(resideOutsideOfPackages(
                                "org.rowmark.databases." + product,
                                "org.rowmark.databases.support..",
                                "org.rowmark.workloads.restore." + restorers)))
                .check(rowmark);
    }
}

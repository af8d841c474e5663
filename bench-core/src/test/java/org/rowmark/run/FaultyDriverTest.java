package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.run.FaultyDriver.Fault;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.run.workloads.Answers;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Drivers that throw what they should not, from every method that is called. */
class FaultyDriverTest {
    private static final String NONE = "Nothing.none";

    @TempDir
    Path temp;

    @Test
    void a_check_ends_with_one_line_or_goes_without_what_any_method_throws() throws Exception {
        FaultyDriver driver = new FaultyDriver();
        DriverManager.registerDriver(driver);
        try {
            FaultyDriver.CALLED.clear();
            assertThat(checked(NONE, Fault.RUNTIME)).isEmpty();
            Set<String> methods = new TreeSet<>(FaultyDriver.CALLED);
            assertThat(methods).contains("Driver.connect", "Connection.getMetaData", "ResultSet.next");
            int refused = 0;
            for (String method : methods) {
                for (Fault fault : Fault.values()) {
                    Optional<String> refusal = checked(method, fault);
                    refusal.ifPresent(message -> assertThat(message)
                            .as(method + " " + fault)
                            .startsWith("target 'faulty'")
                            .contains("fault of " + method)
                            .hasLineCount(1));
                    refused += refusal.isPresent() ? 1 : 0;
                }
            }
            assertThat(refused).isGreaterThan(methods.size() / 2);
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    /** A fork for each method that forks call, and one that measures beside them. */
    @Tag("slow")
    @Test
    void a_cell_fails_with_what_any_method_throws_and_the_others_are_measured() throws Exception {
        Map<String, Supplier<Target>> targets = new LinkedHashMap<>();
        targets.put("well", () -> ofJar("well", NONE, Fault.RUNTIME));
        run(targets, "called");
        List<String> methods = Files.readAllLines(temp.resolve("called/log.txt")).stream()
                .filter(line -> line.startsWith(FaultyDriver.PRINTED))
                .map(line -> line.substring(FaultyDriver.PRINTED.length()))
                .toList();
        assertThat(methods)
                .contains("Driver.connect", "Connection.prepareStatement", "PreparedStatement.executeQuery")
                .contains("Connection.commit", "Connection.rollback", "Connection.close", "ResultSet.next");
        for (int i = 0; i < methods.size(); i++) {
            String method = methods.get(i);
            Fault fault = i % 2 == 0 ? Fault.UNSERIALISABLE : Fault.RUNTIME;
            String name = "t" + i;
            targets.put(name, () -> ofJar(name, method, fault));
        }

        RunRecord record = run(targets, "out");

        assertThat(record.count(Outcome.OK)).as(record.outcomes().toString()).isEqualTo(1);
        assertThat(record.count(Outcome.FAILED)).isEqualTo(methods.size());
        for (int i = 0; i < methods.size(); i++) {
            int cell = i + 2;
            String method = methods.get(i);
            assertThat(record.outcomes().stream().filter(ended -> ended.cell() == cell))
                    .as(method)
                    .singleElement()
                    .extracting(CellOutcome::reason)
                    .asString()
                    .contains("fault of " + method)
                    .hasLineCount(1);
        }
        assertThat(temp.resolve("data")).isEmptyDirectory();
    }

    private RunRecord run(Map<String, Supplier<Target>> targets, String out) throws IOException {
        RunOptions options = Bench.options(
                        Workloads.all().of(Answers.class),
                        "-p",
                        "how=transaction",
                        "-wi",
                        "0",
                        "-i",
                        "1",
                        "-r",
                        "20ms",
                        "-f",
                        "1")
                .targets(List.copyOf(targets.keySet()))
                .with(RunOption.OUT, temp.resolve(out))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
        return BenchmarkRun.run(
                Plan.of(RunRequest.resolve(
                        options, Workloads.all(), Targets.builtIn().with(targets))),
                RunListener.NONE);
    }

    /**
     * Checks a target; returns why it is refused, if it is. Each has a database of its own: one whose connection is not
     * closed stays until the garbage collector finds it, with what is in it.
     */
    private static Optional<String> checked(String method, Fault fault) throws IOException {
        Target target = Target.builtIn("faulty", "generic", ServerKind.EMBEDDED)
                .withUrl(FaultyDriver.url(method, fault, "", "jdbc:h2:mem:" + method + fault))
                .withUser("", Secret.of(""));
        try {
            CheckedTarget.check(target);
            return Optional.empty();
        } catch (UsageException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** A target whose driver throws in forks only. */
    private Target ofJar(String name, String method, Fault fault) {
        return Target.builtIn(name, "generic", ServerKind.EMBEDDED)
                .withUrl(FaultyDriver.url(method, fault, EndpointFile.PROPERTY, "jdbc:h2:mem:faulty"))
                .withUser("", Secret.of(""))
                .withDriver(List.of(jar().toString(), jarOfH2().toString()));
    }

    private Path jar() {
        Path jar = temp.resolve("faulty.jar");
        if (Files.notExists(jar)) {
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file)) {
                out.putNextEntry(new ZipEntry("META-INF/services/" + Driver.class.getName()));
                out.write(FaultyDriver.class.getName().getBytes(StandardCharsets.UTF_8));
                for (Class<?> type : Stream.concat(
                                Stream.of(FaultyDriver.class), Stream.of(FaultyDriver.class.getDeclaredClasses()))
                        .toList()) {
                    add(type.getName(), out);
                }
                add(FaultyDriver.class.getName() + "$1", out);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return jar;
    }

    private static void add(String type, JarOutputStream out) throws IOException {
        String name = type.replace('.', '/') + ".class";
        try (InputStream bytes = FaultyDriverTest.class.getResourceAsStream("/" + name)) {
            if (bytes != null) {
                out.putNextEntry(new ZipEntry(name));
                bytes.transferTo(out);
            }
        }
    }

    private static Path jarOfH2() {
        try {
            return Path.of(DriverManager.getDriver("jdbc:h2:mem:")
                    .getClass()
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (SQLException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}

package org.rowmark.databases.firebird;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import interbase.interclient.Driver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Dialect;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** InterBase as far as it goes without server and driver: the text, and how the user's driver is found. */
class InterbaseTest {
    private static final Target TARGET = Target.external("theirs", "interbase", "jdbc:interbase://db1//data/bench.ib");

    private final Interbase interbase = new Interbase();

    @TempDir
    Path directory;

    @Test
    void uses_what_every_version_accepts() {
        Dialect dialect = interbase.dialect();

        assertThat(dialect.textType(8_000)).isEqualTo("varchar(8000) character set none");
        assertThat(dialect.fixedTextType(8_000)).isEqualTo("char(8000) character set none");
        assertThat(dialect.bigintType()).isEqualTo("numeric(18, 0)");
        assertThat(dialect.limit("select a from t", 5)).isEqualTo("select a from t rows 5");
        assertThat(dialect.emptyTable("t")).isEqualTo("delete from t");
        assertThat(dialect.ping()).isEqualTo("select 1 from rdb$database");
        assertThat(interbase.features()).isEmpty();
    }

    @Test
    void is_not_started_by_rowmark() {
        assertThatThrownBy(() ->
                        interbase.launcher().start(Target.builtIn("ours", "interbase", ServerKind.LOCAL), workspace()))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': interbase has no local server; use external");
    }

    @Test
    void finds_the_driver_in_a_jar_that_declares_no_service() throws Exception {
        Path jar = jarOf(Driver.class);

        try (Server server = interbase.launcher().start(TARGET.withDriver(List.of(jar.toString())), workspace())) {
            java.sql.Driver driver = Drivers.driverOf(server.endpoint());

            assertThat(driver.getClass().getName()).isEqualTo("interbase.interclient.Driver");
            assertThat(driver.getClass()).as("from the jar").isNotEqualTo(Driver.class);
        }
    }

    @Test
    void a_jar_without_the_driver_is_refused_with_what_it_lacks() throws Exception {
        Path jar = jarOf(InterbaseTest.class);
        Endpoint endpoint = DriverJars.endpoint(
                TARGET.withDriver(List.of(jar.toString())), TARGET.url().orElseThrow());

        assertThatThrownBy(() -> Drivers.driverOf(endpoint))
                .isInstanceOf(UsageException.class)
                .hasMessage("driver: " + jar + " holds no interbase.interclient.Driver");
    }

    private Path jarOf(Class<?> type) throws IOException {
        Path jar = directory.resolve(type.getSimpleName() + ".jar");
        String entry = type.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file);
                InputStream code = type.getClassLoader().getResourceAsStream(entry)) {
            entries.putNextEntry(new ZipEntry(entry));
            code.transferTo(entries);
        }
        return jar;
    }

    private Workspace workspace() {
        return new Workspace(directory, directory.resolve("log"));
    }
}

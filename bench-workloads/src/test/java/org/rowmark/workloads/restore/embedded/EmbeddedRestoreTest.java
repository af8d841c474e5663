package org.rowmark.workloads.restore.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.TestTable;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.ExplainedRestore;
import org.rowmark.workloads.restore.RestoreContract;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** Restores of embedded databases: where they go, and what is refused. */
class EmbeddedRestoreTest {
    private static final String NAME = "rowmark_restored";

    @TempDir
    Path directory;

    private Path theirs;
    private Path workspace;

    @BeforeEach
    void makeDirectories() throws IOException {
        theirs = Files.createDirectory(directory.resolve("their's own"));
        workspace = Files.createDirectory(directory.resolve("workspace"));
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:%s/mine;DB_CLOSE_DELAY=0",
        "h2, jdbc:h2:file:%s/mine;IFEXISTS=FALSE;WRITE_DELAY=0",
        "hsqldb, jdbc:hsqldb:file:%s/mine",
        "derby, jdbc:derby:%s/mine;create=true",
        "sqlite, jdbc:sqlite:%s/mine.db",
        "duckdb, jdbc:duckdb:%s/mine.duckdb"
    })
    void works_beside_the_users_own_database_and_leaves_only_that(String database, String url) throws Exception {
        RunningTarget running = running(database, String.format(url, theirs));
        Restorer restorer = RestoreContract.restorer(database);
        Set<String> before = names();
        assertThat(before).isNotEmpty().allMatch(name -> name.startsWith("mine"));
        assertThat(restorer.exists(running, NAME)).isFalse();

        restorer.create(running, NAME);

        assertThat(restorer.exists(running, NAME)).isTrue();
        assertThat(restorer.size(running, NAME)).isNotNegative();
        assertThat(names()).containsAll(before).anyMatch(name -> name.startsWith(NAME));
        restorer.drop(running, NAME);
        restorer.drop(running, NAME);
        assertThat(restorer.exists(running, NAME)).isFalse();
        assertThat(names()).isEqualTo(before);
        boolean theirsWorks = Drivers.query(running.endpoint(), connection -> connection.isValid(1));
        assertThat(theirsWorks).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:%s/rowmark_restored",
        "hsqldb, jdbc:hsqldb:file:%s/rowmark_restored",
        "derby, jdbc:derby:%s/rowmark_restored;create=true",
        "sqlite, jdbc:sqlite:%s/rowmark_restored.sqlite3",
        "duckdb, jdbc:duckdb:%s/rowmark_restored"
    })
    void refuses_to_drop_the_users_own_database_that_has_the_name(String database, String url) throws Exception {
        RunningTarget running = running(database, String.format(url, theirs));
        Restorer restorer = RestoreContract.restorer(database);
        Set<String> before = names();

        assertThatThrownBy(() -> restorer.drop(running, NAME))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("has the name that Rowmark gives to one of its own; name it otherwise");

        assertThat(names()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"hsqldb, jdbc:hsqldb:file:%s/mine", "derby, jdbc:derby:%s/mine;create=true"})
    void leaves_a_directory_alone_that_holds_what_is_not_the_products(String database, String url) throws Exception {
        RunningTarget running = running(database, String.format(url, theirs));
        Path letter =
                Files.writeString(Files.createDirectory(theirs.resolve(NAME)).resolve("letter.txt"), "Dear Sir");
        Restorer restorer = RestoreContract.restorer(database);

        assertThatThrownBy(() -> restorer.drop(running, NAME))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("holds letter.txt, which is none of its files");

        assertThat(letter).hasContent("Dear Sir");
    }

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:mem:x",
        "hsqldb, jdbc:hsqldb:mem:x",
        "derby, jdbc:derby:memory:x;create=true",
        "duckdb, jdbc:duckdb::memory:x",
        "h2, jdbc:h2:tcp://elsewhere/x",
        "hsqldb, jdbc:hsqldb:hsql://elsewhere/x",
        "derby, jdbc:derby://elsewhere/x"
    })
    void has_no_method_where_the_database_is_in_no_file_of_this_process(String database, String url) throws Exception {
        Target target = Target.external("x", database, url);
        RunningTarget running = new RunningTarget(target, DriverJars.endpoint(target, url), place(), log());

        assertThat(RestoreContract.restorer(database).methods())
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.missing(running))
                        .contains("a database in files that this process opens; this one is at " + url));
        Restorer restorer = RestoreContract.restorer(database);
        restorer.drop(running, NAME);
        assertThat(restorer.exists(running, NAME)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            h2     | runscript       | nothing    | is not a file that can be read
            h2     | runscript       | text       | text failed: … "[*]Dear Sir or Madam,
            h2     | runscript       | cut.zip    | is not the zip file that H2's SCRIPT TO makes
            h2     | restore-tool    | nothing    | is not a file that can be read
            h2     | restore-tool    | text       | is not the zip file that H2's BACKUP TO makes
            h2     | restore-tool    | cut.zip    | is not the zip file that H2's BACKUP TO makes
            hsqldb | backup-extract  | nothing    | is not a file that can be read
            hsqldb | backup-extract  | text       | is not the .tar.gz, .tgz or .tar that BACKUP DATABASE makes
            hsqldb | backup-extract  | gzip.tgz   | cannot be unpacked: Not in GZIP format
            hsqldb | backup-extract  | empty      | holds 0 archives (.tar.gz, .tgz, .tar); name one of BACKUP DATABASE
            derby  | restore-from    | nothing    | is not a directory, as SYSCS_BACKUP_DATABASE makes one
            derby  | restore-from    | empty      | holds 0 copies of Derby databases (directories with a service.properties)
            sqlite | online-backup   | nothing    | is not a file that can be read
            sqlite | online-backup   | text       | is not a database file of SQLite 3
            sqlite | vacuum-into     | text       | is not a database file of SQLite 3
            sqlite | online-backup   | begun.db   | cannot be read: [SQLITE_NOTADB]
            sqlite | vacuum-into     | begun.db   | cannot be read: [SQLITE_NOTADB]
            h2     | restore-tool    | rot.zip    | rowmark_restored.mv.db
            derby  | restore-from    | rot        | failed:
            duckdb | import-database | rot        | syntax error at or near "rot"
            duckdb | import-database | nothing    | is not a directory that EXPORT DATABASE made: it has no schema.sql
            duckdb | import-database | text       | is not a directory that EXPORT DATABASE made: it has no schema.sql
            """)
    void reports_in_one_line_what_is_wrong_with_a_backup(String database, String name, String file, String reason)
            throws Exception {
        RunningTarget running = running(DatabaseContract.builtIn(database));
        RestoreMethod method = RestoreContract.restorer(database).method(name).orElseThrow();
        Path backup = backup(file);

        Restorer restorer = RestoreContract.restorer(database);
        assertThatThrownBy(() -> ExplainedRestore.prepare(restorer, method, running, job(backup, OptionalInt.empty()))
                        .run())
                .hasNoCause() // users see the innermost message of a chain
                .message()
                .contains(reason.split("…", -1)) // H2's words are in the user's language
                .doesNotContain("\n")
                .hasSizeLessThan(400);

        restorer.drop(running, NAME);
        assertThat(restorer.exists(running, NAME)).isFalse();
    }

    /** Files that pass for a backup at first sight, and such that do not. */
    private Path backup(String file) throws IOException {
        Path path = directory.resolve(file);
        switch (file) {
            case "text", "gzip.tgz" -> Files.writeString(path, "Dear Sir or Madam,\n");
            case "cut.zip" -> Files.writeString(path, "PK\3\4" + "x".repeat(100));
            case "begun.db" -> Files.writeString(path, "SQLite format 3\0" + "x".repeat(8_000));
            case "empty" -> Files.createDirectory(path);
            case "rot.zip" -> {
                try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
                    zip.putNextEntry(new ZipEntry("mine.mv.db"));
                    zip.write("rot".repeat(5_000).getBytes(StandardCharsets.US_ASCII));
                }
            }
            case "rot" -> {
                Files.createDirectory(path);
                for (String name : List.of("service.properties", "schema.sql", "load.sql")) {
                    Files.writeString(path.resolve(name), "rot;\n");
                }
            }
            default -> {}
        }
        return path;
    }

    @Test
    void unpacks_an_archive_of_a_database_of_another_name() throws Exception {
        RunningTarget running = running("hsqldb", "jdbc:hsqldb:file:" + theirs + "/mine");
        Path backup = directory.resolve("mine.tar.gz");
        Drivers.query(running.endpoint(), connection -> {
            TestTable.execute(connection, "create cached table letters (id integer)");
            TestTable.execute(connection, "insert into letters values (7)");
            TestTable.execute(connection, "backup database to " + EmbeddedRestorer.quoted(backup) + " blocking");
            return null;
        });
        RestoreMethod method =
                RestoreContract.restorer("hsqldb").method("backup-extract").orElseThrow();

        method.prepare(running, job(backup, OptionalInt.empty())).run();

        long letter = Drivers.query(
                RestoreContract.restorer("hsqldb").endpoint(running, NAME),
                connection -> Contract.number(connection, "select id from letters"));
        assertThat(letter).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 65_536})
    void vacuums_into_pages_of_the_size_requested(int bytes) throws Exception {
        RunningTarget running = running("sqlite", "jdbc:sqlite:" + theirs + "/mine.db");
        Drivers.query(running.endpoint(), connection -> {
            TestTable.execute(connection, "create table letters (id integer)");
            return null;
        });
        RestoreMethod method =
                RestoreContract.restorer("sqlite").method("vacuum-into").orElseThrow();
        Path backup = Files.copy(theirs.resolve("mine.db"), directory.resolve("copy"));
        byte[] before = Files.readAllBytes(backup);

        method.prepare(running, job(backup, OptionalInt.of(bytes))).run();

        Restorer restorer = RestoreContract.restorer("sqlite");
        assertThat(Drivers.query(
                        restorer.endpoint(running, NAME),
                        Databases.named("sqlite").monitor()::pageSize))
                .hasValue(bytes);
        assertThat(backup).hasBinaryContent(before);
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(theirs)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private RunningTarget running(String database, String url) throws IOException {
        return running(Target.builtIn("x", database, ServerKind.EMBEDDED).withUrl(url));
    }

    private RunningTarget running(Target target) throws IOException {
        return new RunningTarget(
                target,
                Databases.named(target.database())
                        .launcher()
                        .start(target, place())
                        .endpoint(),
                place(),
                log());
    }

    private Workspace place() {
        return new Workspace(workspace, log());
    }

    private Path log() {
        return directory.resolve("log");
    }

    private static RestoreJob job(Path backup, OptionalInt pageSize) {
        return new RestoreJob(backup, NAME, true, pageSize, OptionalInt.empty(), 1, progress -> {});
    }
}

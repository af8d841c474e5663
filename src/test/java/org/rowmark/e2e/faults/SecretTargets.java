package org.rowmark.e2e.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.databases.support.launch.PostgresqlImage;
import org.rowmark.e2e.Canary;
import org.rowmark.e2e.PasswordServer;

/** Targets whose passwords a run must keep secret, all on one PostgreSQL, and the faults of that. */
interface SecretTargets extends AutoCloseable {
    /** Where the server is. */
    enum Place {
        /** Somebody else's, to which each target has the password from another source. */
        URL {
            @Override
            SecretTargets start(Path temp, Path disk) throws IOException, SQLException {
                return OnServer.start(temp, disk);
            }
        },
        /** The run's own, whose password Rowmark makes up and the container's environment has. */
        CONTAINER {
            @Override
            SecretTargets start(Path temp, Path disk) throws IOException {
                return new InContainer(PostgresqlImage.build());
            }
        };

        /**
         * Starts the server, unless the run does.
         *
         * @param temp directory for files with passwords
         * @param disk of the server's data
         */
        abstract SecretTargets start(Path temp, Path disk) throws IOException, SQLException;
    }

    /** Returns the targets' definitions by their names. */
    Map<String, String> definitions();

    /** Stops the server's processes, which are still there. */
    void stop() throws IOException, InterruptedException;

    /** Lets them go on, if the run is not to do that. */
    void goOn() throws IOException, InterruptedException;

    /** Lets the server die before the test is over. */
    void die();

    @Override
    void close();

    /** Of a server by URL. */
    record OnServer(PasswordServer server, Map<String, String> definitions) implements SecretTargets {
        static OnServer start(Path temp, Path disk) throws IOException, SQLException {
            PasswordServer server = PasswordServer.start("postgresql", disk, Canary.PASSWORD);
            String url = server.url();
            String plain = "{ database: postgresql, user: bench, url: '" + url + "', password: ";
            String file = "'${file:" + Files.writeString(temp.resolve("password"), Canary.PASSWORD) + "}'";
            return new OnServer(
                    server,
                    new TreeMap<>(Map.of(
                            "variable", plain + "'${env:THEIR_PASSWORD}' }",
                            "file", plain + file + " }",
                            "literal", plain + Canary.PASSWORD + " }",
                            "property", plain + file + ", properties: { sslpassword: " + Canary.DRIVERS + " } }",
                            "url",
                                    "{ database: postgresql, url: '" + url + (url.contains("?") ? "&" : "?")
                                            + "user=bench&password=" + Canary.PASSWORD_IN_URL + "' }")));
        }

        @Override
        public void stop() throws IOException, InterruptedException {
            server.signal("STOP");
        }

        @Override
        public void goOn() throws IOException, InterruptedException {
            server.signal("CONT");
        }

        @Override
        public void die() {
            server.die();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** Of a container. */
    record InContainer(String image) implements SecretTargets {
        @Override
        public Map<String, String> definitions() {
            return Map.of("boxed", "{ database: postgresql, image: '" + image + "' }");
        }

        @Override
        public void stop() {
            PostgresqlImage.pause();
        }

        @Override
        public void goOn() {
            // Docker does, when it stops the container
        }

        @Override
        public void die() {
            PostgresqlImage.kill();
        }

        @Override
        public void close() {
            // the run has removed it
        }
    }
}

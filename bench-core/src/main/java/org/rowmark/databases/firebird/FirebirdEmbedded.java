package org.rowmark.databases.firebird;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * Firebird's engine inside a JVM, through its client library and JNA.
 *
 * <p>The engine takes its root from the environment of its process when it is loaded, once. A fork measures one target
 * and takes that target's root. The orchestrating process may open several embedded databases one after the other, and
 * outlive their files: it gets a root of its own, in which each database has its target's settings.
 */
final class FirebirdEmbedded {
    /** Newer drivers need a library for this that is not on Maven Central. */
    static final List<String> DRIVER =
            List.of("org.firebirdsql.jdbc:jaybird:5.0.12.java11", "net.java.dev.jna:jna-jpms:5.19.1");

    private static final Pattern NATIVE = Pattern.compile("jdbc:firebird(sql)?:(native|local|embedded):");
    private static final String URL = "jdbc:firebird:embedded:";

    /** Connection property that carries the target's root to forks; the driver ignores it. */
    private static final String ROOT = "rowmark.firebird.root";

    /**
     * Keeps the driver from unloading the engine at the end of the JVM, which crashes where the same library has also
     * been a client of a server.
     */
    private static final String NO_SHUTDOWN = "org.firebirdsql.nativeResourceShutdownDisabled";

    /** The names that drivers know the client library by. */
    private static final List<String> CLIENTS = List.of("fbclient", "fbembed");

    /** What this process, the orchestrating one, opens, with the settings; empty in forks. */
    private static final Map<Path, Map<String, String>> OPENED = new LinkedHashMap<>();

    private static Optional<Path> ownRoot = Optional.empty();
    private static boolean told;

    private FirebirdEmbedded() {}

    /** Whether the URL asks for the client library or the engine in this process, in whatever form. */
    static boolean isNative(String url) {
        return NATIVE.matcher(url).lookingAt();
    }

    static Server start(Target target, Workspace workspace) throws IOException {
        FirebirdInstallation installation = FirebirdInstallation.of(target);
        FirebirdSettings.check(target, installation);
        PortsAndPaths.requireSpace(target, workspace, FirebirdServer.MEGABYTES);
        FirebirdRoot root = new FirebirdRoot(installation, workspace.data(), workspace.log());
        root.create();
        root.configure(Map.of(), target.settings());
        String url = target.url().isPresent() ? target.url().get() : URL + root.database(target.settings());
        open(installation, workspace, fileOf(url), target.settings());
        // Without the provider the library would quietly connect to a server that holds the same file.
        Endpoint endpoint = DriverJars.endpoint(target, url)
                .with(Map.of(
                        ROOT,
                        root.directory().toString(),
                        "encoding",
                        "NONE",
                        "isc_dpb_config",
                        "Providers=" + installation.plugin()));
        return ServerStarts.embedded(target, ServerStarts.withDefaultUser(endpoint, FirebirdServer.USER));
    }

    private static Path fileOf(String url) {
        return Path.of(NATIVE.matcher(url).replaceFirst("").replaceFirst("[?;].*", ""));
    }

    /**
     * Somebody else's server, reached through the client library.
     *
     * @throws UsageException if the URL is that of a file
     */
    static Server external(Target target, Workspace workspace) throws IOException {
        if (target.url().orElseThrow().matches(".*:(local|embedded):.*")) {
            throw target.problem("url: opens the file in the measuring JVM;" + " write server: embedded beside it");
        }
        if (FirebirdInstallation.missing(target).isEmpty()) {
            ownRoot(FirebirdInstallation.of(target), workspace);
        }
        return ServerStarts.external(target);
    }

    /** Gives a database settings in this process, as it has them in forks by their root. */
    private static synchronized void open(
            FirebirdInstallation installation, Workspace workspace, Path database, Map<String, String> settings)
            throws IOException {
        OPENED.put(database, settings);
        ownRoot(installation, workspace).publish(OPENED);
    }

    /** Made before anything loads the library, be it as a client only: it reads its root once. */
    private static synchronized FirebirdRoot ownRoot(FirebirdInstallation installation, Workspace workspace)
            throws IOException {
        boolean first = ownRoot.isEmpty();
        if (first) {
            Path directory = Files.createTempDirectory("rowmark-firebird-");
            ShutdownActions.register(ShutdownActions.Stage.FILES, () -> remove(directory));
            ownRoot = Optional.of(directory);
        }
        FirebirdRoot root = new FirebirdRoot(installation, ownRoot.get(), workspace.log());
        if (first) {
            root.create();
            root.configure(Map.of(), Map.of());
        }
        return root;
    }

    /**
     * Makes this process ready for the engine or the client library.
     *
     * @throws UsageException if the driver's jars lack what it takes
     */
    static synchronized void prepare(Endpoint endpoint) {
        if (!isNative(endpoint.url())) {
            return;
        }
        System.setProperty(NO_SHUTDOWN, "true");
        Optional<Path> root = ownRoot.or(
                () -> Optional.ofNullable(endpoint.properties().get(ROOT)).map(Path::of));
        if (root.isPresent() && !told) {
            ClassLoader driver = Drivers.classLoader(endpoint);
            CLIENTS.forEach(client -> searchFor(client, root.get().resolve("lib"), driver));
            FirebirdRoot.environment(root.get()).forEach((name, value) -> setEnvironment(driver, name, value));
            told = true;
        }
    }

    /** What is done through JNA's NativeLibrary. */
    @FunctionalInterface
    private interface NativeCall {
        void on(Class<?> nativeLibrary) throws ReflectiveOperationException;
    }

    /** Where the client library is looked for first, before it is loaded. */
    private static void searchFor(String client, Path directory, ClassLoader driver) {
        natively(
                driver,
                library -> library.getMethod("addSearchPath", String.class, String.class)
                        .invoke(null, client, directory.toString()));
    }

    /** Sets a variable in the environment of this very process, which Java cannot, by the C library's setenv. */
    private static void setEnvironment(ClassLoader driver, String name, String value) {
        natively(driver, library -> {
            Object process = library.getMethod("getProcess").invoke(null);
            Object setenv = library.getMethod("getFunction", String.class).invoke(process, "setenv");
            Object[] arguments = {name, value, 1};
            setenv.getClass().getMethod("invokeInt", Object[].class).invoke(setenv, (Object) arguments);
        });
    }

    /** JNA is the driver's: the same that will load the engine. */
    private static void natively(ClassLoader driver, NativeCall call) {
        try {
            call.on(Class.forName("com.sun.jna.NativeLibrary", true, driver));
        } catch (ClassNotFoundException e) {
            throw new UsageException(
                    "Firebird's embedded form needs JNA beside the driver; give both as driver: " + DRIVER, e);
        } catch (InvocationTargetException e) {
            throw new UsageException("this process cannot be made ready for Firebird: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JNA without its usual methods", e);
        }
    }

    private static void remove(Path directory) {
        try {
            PathUtils.deleteDirectory(directory);
        } catch (IOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + e.getMessage());
        }
    }
}

package org.rowmark.artifact;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.runtime.standalonestatic.StandaloneStaticRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.maven.settings.Settings;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RequestTrace;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.AuthenticationContext;
import org.eclipse.aether.repository.LocalRepository;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.repository.JreProxySelector;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/** Files by Maven Resolver, which MIMA sets up with Maven's settings.xml; the cache is laid out as a repository. */
record MavenResolver(Path cache, Path settingsFile, String central, Consumer<String> listener) {
    /** Long enough for another process to download a big file over a slow line. */
    private static final long LOCK_PATIENCE_SECONDS = 1_800;

    private static final int CONNECT_PATIENCE_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 60_000;

    static MavenResolver ofUser() {
        return new MavenResolver(
                CacheDirectory.directory().resolve("artifacts"),
                Path.of(System.getProperty("user.home"), ".m2", "settings.xml"),
                ContextOverrides.CENTRAL.getUrl(),
                System.err::println);
    }

    /** Finds a copy on this machine. Needs no lock, as files appear when they are complete and checked. */
    Optional<Path> cached(Artifact artifact) {
        Optional<Path> own = LocalRepositories.in(cache, artifact);
        if (own.isPresent()) {
            return own;
        }
        try (Context user = context()) {
            return copies(user).find(artifact);
        }
    }

    Path single(Artifact artifact) {
        return cached(artifact)
                .orElseGet(() -> resolve(
                                artifact,
                                (system, session, repositories) -> List.of(system.resolveArtifact(
                                        session, new ArtifactRequest(artifact, repositories, null))))
                        .get(0));
    }

    List<Path> withDependencies(Artifact artifact) {
        // As a dependency, because a root would bring optional and provided dependencies too.
        CollectRequest collect = new CollectRequest().addDependency(new Dependency(artifact, "runtime"));
        return resolve(
                artifact,
                (system, session, repositories) -> system.resolveDependencies(
                                session, new DependencyRequest(collect.setRepositories(repositories), null))
                        .getArtifactResults());
    }

    @FunctionalInterface
    private interface Request {
        List<ArtifactResult> send(
                RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories)
                throws RepositoryException;
    }

    private List<Path> resolve(Artifact wanted, Request request) {
        try (Context user = context()) {
            RepositorySystem system = user.repositorySystem();
            RepositorySystemSession session = session(user);
            List<RemoteRepository> repositories = system.newResolutionRepositories(session, user.remoteRepositories());
            repositories.forEach(repository -> hideSecrets(session, repository));
            return request.send(system, session, repositories).stream()
                    .map(result -> result.getArtifact().getFile().toPath())
                    .toList();
        } catch (RepositoryException e) {
            throw new DownloadErrors(wanted, cache).explain(e);
        }
    }

    private Context context() {
        Settings settings = settings();
        return new StandaloneStaticRuntime()
                .create(ContextOverrides.create()
                        .withUserSettings(true)
                        .withEffectiveSettings(settings)
                        .withMavenUserHomeOverride(settingsFile.toAbsolutePath().getParent())
                        .offline(settings.isOffline())
                        .repositories(List.of(new RemoteRepository.Builder("central", "default", central).build()))
                        .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE)
                        // one source for everything, whatever an artifact declares
                        .ignoreArtifactDescriptorRepositories(true)
                        .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                        .transferListener(new DownloadProgress(listener))
                        .configProperties(Map.of(
                                "aether.syncContext.named.factory", "file-lock",
                                "aether.syncContext.named.nameMapper", "file-gav",
                                "aether.syncContext.named.time", LOCK_PATIENCE_SECONDS,
                                "aether.connector.connectTimeout", CONNECT_PATIENCE_MILLIS,
                                "aether.connector.requestTimeout", SILENCE_MILLIS))
                        .build());
    }

    private Settings settings() {
        try {
            Settings settings = new DefaultSettingsBuilderFactory()
                    .newInstance()
                    .build(new DefaultSettingsBuildingRequest()
                            .setUserSettingsFile(settingsFile.toFile())
                            .setSystemProperties(System.getProperties()))
                    .getEffectiveSettings();
            settings.getProxies().removeIf(proxy -> !proxy.isActive()); // MIMA would use the first
            return settings;
        } catch (SettingsBuildingException e) {
            throw new UsageException(
                    settingsFile + " cannot be read: " + e.getProblems().get(0).getMessage() + "; correct it", e);
        }
    }

    /** Returns a session that downloads to the cache; the user's local repository is only read. */
    private RepositorySystemSession session(Context user) {
        DefaultRepositorySystemSession session = new DefaultRepositorySystemSession(user.repositorySystemSession());
        LocalRepository own = new LocalRepository(CacheDirectory.made(cache).toFile());
        session.setLocalRepositoryManager(user.repositorySystem().newLocalRepositoryManager(session, own));
        session.setWorkspaceReader(copies(user));
        session.setUpdatePolicy(RepositoryPolicy.UPDATE_POLICY_NEVER);
        // a failure may have been corrected since
        session.setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false));
        if (user.httpProxy() == null) {
            session.setProxySelector(new JreProxySelector());
        }
        return session;
    }

    private static void hideSecrets(RepositorySystemSession session, RemoteRepository repository) {
        for (AuthenticationContext secrets : new AuthenticationContext[] {
            AuthenticationContext.forRepository(session, repository),
            AuthenticationContext.forProxy(session, repository)
        }) {
            if (secrets != null) {
                Optional.ofNullable(secrets.get(AuthenticationContext.PASSWORD)).ifPresent(Secrets::register);
                AuthenticationContext.close(secrets);
            }
        }
    }

    private LocalRepositories copies(Context user) {
        return new LocalRepositories(
                cache,
                user.repositorySystemSession().getLocalRepository().getBasedir().toPath());
    }

    /** A line at the start of a download, and one for every tenth of a big one. POMs and checksums get none. */
    private static final class DownloadProgress extends AbstractTransferListener {
        private static final long BIG = 20_000_000;
        private static final double MEGA = 1e6;

        private final Consumer<String> listener;
        private final Map<String, Long> tenths = new ConcurrentHashMap<>();

        DownloadProgress(Consumer<String> listener) {
            this.listener = listener;
        }

        @Override
        public void transferStarted(TransferEvent event) {
            long size = event.getResource().getContentLength();
            name(event)
                    .ifPresent(name -> listener.accept("downloading " + name + (size > 0 ? ", " + words(size) : "")));
        }

        @Override
        public void transferProgressed(TransferEvent event) {
            long size = event.getResource().getContentLength();
            if (size >= BIG) {
                long tenth = event.getTransferredBytes() * 10 / size;
                name(event)
                        .filter(name -> tenth > Objects.requireNonNullElse(tenths.put(name, tenth), 0L))
                        .ifPresent(name -> listener.accept("downloading " + name + ": " + tenth * 10 + " %"));
            }
        }

        private static Optional<String> name(TransferEvent event) {
            RequestTrace trace = event.getResource().getTrace();
            return trace != null
                            && trace.getData() instanceof ArtifactRequest request
                            && !request.getArtifact().getExtension().equals("pom")
                    ? Optional.of(DownloadErrors.name(request.getArtifact()))
                    : Optional.empty();
        }

        private static String words(long bytes) {
            return bytes < MEGA
                    ? Math.max(1, bytes / 1_000) + " kB"
                    : String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
        }
    }
}

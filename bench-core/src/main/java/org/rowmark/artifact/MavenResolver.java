package org.rowmark.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.maven.model.building.DefaultModelProcessor;
import org.apache.maven.model.building.ModelProcessor;
import org.apache.maven.model.io.DefaultModelReader;
import org.apache.maven.model.locator.DefaultModelLocator;
import org.apache.maven.model.superpom.DefaultSuperPomProvider;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession.CloseableSession;
import org.eclipse.aether.RepositorySystemSession.SessionBuilder;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.repository.RepositoryPolicy;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.supplier.RepositorySystemSupplier;
import org.eclipse.aether.supplier.SessionBuilderSupplier;
import org.eclipse.aether.util.repository.SimpleResolutionErrorPolicy;
import org.rowmark.util.CacheDirectory;

/**
 * Files by Maven Resolver, with the settings of the user.
 *
 * @param listener takes a line about each download
 */
record MavenResolver(MavenResolver.Places places, Consumer<String> listener) {
    /** Long enough for another process to download a big file over a slow line. */
    private static final long LOCK_PATIENCE_SECONDS = 1_800;

    private static final int CONNECT_PATIENCE_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 60_000;

    /**
     * The places of files and settings.
     *
     * @param cache takes the downloads, laid out like a Maven repository
     * @param settings Maven's settings.xml; need not exist
     * @param central address of the repository that Maven calls central
     */
    record Places(Path cache, Path settings, String central) {
        static Places ofUser() {
            return new Places(
                    CacheDirectory.directory().resolve("artifacts"),
                    Path.of(System.getProperty("user.home"), ".m2", "settings.xml"),
                    addressOfCentral());
        }

        /** Reads the address from the POM that all POMs inherit, as Maven does. */
        private static String addressOfCentral() {
            ModelProcessor processor = new DefaultModelProcessor()
                    .setModelLocator(new DefaultModelLocator())
                    .setModelReader(new DefaultModelReader());
            return new DefaultSuperPomProvider()
                    .setModelProcessor(processor)
                    .getSuperModel("4.0.0")
                    .getRepositories()
                    .get(0)
                    .getUrl();
        }
    }

    /** A request to the resolver. */
    @FunctionalInterface
    private interface Request<T> {
        T send(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories)
                throws RepositoryException;
    }

    /** Finds a copy on this machine. Needs no lock, as files appear when they are complete and checked. */
    Optional<Path> cached(Artifact artifact) {
        return copies(MavenSettings.read(places.settings())).find(artifact);
    }

    Path single(Artifact artifact) {
        return cached(artifact)
                .orElseGet(() -> resolve(
                        artifact,
                        (system, session, repositories) -> system.resolveArtifact(
                                        session, new ArtifactRequest(artifact, repositories, null))
                                .getArtifact()
                                .getPath()));
    }

    List<Path> withDependencies(Artifact artifact) {
        // As a dependency, because a root would bring optional and provided dependencies too.
        Dependency dependency = new Dependency(artifact, "runtime");
        return resolve(artifact, (system, session, repositories) -> {
            CollectRequest collect =
                    new CollectRequest().setRepositories(repositories).addDependency(dependency);
            return system
                    .resolveDependencies(session, new DependencyRequest(collect, null))
                    .getArtifactResults()
                    .stream()
                    .map(result -> result.getArtifact().getPath())
                    .toList();
        });
    }

    private <T> T resolve(Artifact wanted, Request<T> request) {
        MavenSettings settings = MavenSettings.read(places.settings());
        try (RepositorySystem system = new RepositorySystemSupplier().get();
                CloseableSession session = session(system, settings)) {
            RemoteRepository central = new RemoteRepository.Builder("central", "default", places.central()).build();
            return request.send(system, session, system.newResolutionRepositories(session, List.of(central)));
        } catch (RepositoryException e) {
            throw new DownloadErrors(wanted, places.cache()).explain(e);
        }
    }

    private CloseableSession session(RepositorySystem system, MavenSettings settings) {
        Path cache = CacheDirectory.made(places.cache());
        SessionBuilder builder = new SessionBuilderSupplier(system)
                .get()
                .withLocalRepositoryBaseDirectories(cache)
                .setWorkspaceReader(copies(settings))
                .setTransferListener(new DownloadProgress(listener))
                .setChecksumPolicy(RepositoryPolicy.CHECKSUM_POLICY_FAIL)
                .setUpdatePolicy(RepositoryPolicy.UPDATE_POLICY_NEVER)
                // a failure may have been corrected since
                .setResolutionErrorPolicy(new SimpleResolutionErrorPolicy(false, false))
                // one source for everything, whatever an artifact declares
                .setIgnoreArtifactDescriptorRepositories(true)
                .setSystemProperties(System.getProperties())
                .setConfigProperty("aether.syncContext.named.factory", "file-lock")
                .setConfigProperty("aether.syncContext.named.time", LOCK_PATIENCE_SECONDS)
                .setConfigProperty("aether.transport.http.connectTimeout", CONNECT_PATIENCE_MILLIS)
                .setConfigProperty("aether.transport.http.requestTimeout", SILENCE_MILLIS);
        settings.applyTo(builder);
        return builder.build();
    }

    private LocalRepositories copies(MavenSettings settings) {
        return new LocalRepositories(places.cache(), settings.localRepository());
    }
}

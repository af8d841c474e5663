package org.rowmark.artifact;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.apache.commons.lang3.Strings;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;

/**
 * Files that need no download: our own in {@code cache}, and those of the user's local repository. Of these, one must
 * match the checksum beside it, since Maven only warns; one that was built here has none.
 */
record LocalRepositories(Path cache, Path maven) implements WorkspaceReader {
    private static final WorkspaceRepository NAME = new WorkspaceRepository("rowmark");

    Optional<Path> find(Artifact artifact) {
        return in(cache, artifact)
                .or(() -> Optional.of(maven.resolve(path(artifact))).filter(LocalRepositories::isIntact));
    }

    static Optional<Path> in(Path cache, Artifact artifact) {
        return Optional.of(cache.resolve(path(artifact))).filter(Files::isRegularFile);
    }

    static Path path(Artifact artifact) {
        String classifier = artifact.getClassifier().isEmpty() ? "" : "-" + artifact.getClassifier();
        return Path.of(
                artifact.getGroupId().replace('.', '/'),
                artifact.getArtifactId(),
                artifact.getBaseVersion(),
                artifact.getArtifactId() + "-" + artifact.getVersion() + classifier + "." + artifact.getExtension());
    }

    private static boolean isIntact(Path file) {
        Path checksum = file.resolveSibling(file.getFileName() + ".sha1");
        try {
            return Files.isRegularFile(file)
                    && (!Files.exists(checksum)
                            || Strings.CI.startsWith( // some repositories append the file's name
                                    Files.readString(checksum).strip(),
                                    new DigestUtils(MessageDigestAlgorithms.SHA_1).digestAsHex(file)));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public WorkspaceRepository getRepository() {
        return NAME;
    }

    @Override
    public File findArtifact(Artifact artifact) {
        return find(artifact).map(Path::toFile).orElse(null);
    }

    @Override
    public List<String> findVersions(Artifact artifact) {
        return List.of();
    }
}

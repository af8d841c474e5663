package org.rowmark.artifact;

import java.nio.file.Path;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.transfer.RepositoryOfflineException;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** One-line explanations of failed downloads of an artifact; the cache takes files that are put there by hand. */
record DownloadErrors(Artifact wanted, Path cache) {

    UsageException explain(Exception e) {
        ArtifactTransferException failure = ExceptionUtils.throwableOfType(e, ArtifactTransferException.class);
        if (failure == null) {
            return new UsageException("cannot resolve " + name(wanted) + ": " + ErrorMessages.of(e), e);
        }
        Artifact artifact = failure.getArtifact();
        String what = name(artifact) + forWhom(artifact);
        RemoteRepository repository = failure.getRepository();
        String where = repository == null ? "the cache" : repository.getId() + " (" + repository.getUrl() + ")";
        ChecksumFailureException checksum = ExceptionUtils.throwableOfType(e, ChecksumFailureException.class);
        if (checksum != null) {
            return new UsageException(
                    what + " from " + where + " does not match what the repository lists: " + difference(checksum)
                            + "; nothing was kept; try again, and if it fails again inform those who run the repository",
                    e);
        }
        String byHand = "the network is needed once for it; or put the file at "
                + cache.resolve(LocalRepositories.path(artifact));
        if (ExceptionUtils.indexOfType(e, RepositoryOfflineException.class) >= 0) {
            return new UsageException(what + " is not here, and Maven's settings.xml sets offline; " + byHand, e);
        }
        if (failure instanceof ArtifactNotFoundException) {
            return new UsageException(
                    what + " is not in " + where + "; check group, artifact, version and extension", e);
        }
        return new UsageException(
                "cannot download " + what + " from " + where + ": " + ErrorMessages.of(failure) + "; " + byHand, e);
    }

    private String forWhom(Artifact artifact) {
        boolean itself = artifact.getGroupId().equals(wanted.getGroupId())
                && artifact.getArtifactId().equals(wanted.getArtifactId());
        return itself ? "" : " (needed by " + name(wanted) + ")";
    }

    private static String difference(ChecksumFailureException e) {
        return e.getExpected() == null || e.getExpected().isEmpty()
                ? "it has no checksum there"
                : "checksum " + e.getActual() + " instead of " + e.getExpected();
    }

    /** Returns coordinates without the usual extension. */
    static String name(Artifact artifact) {
        return artifact.toString().replaceFirst(":jar:", ":");
    }
}

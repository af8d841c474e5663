package org.rowmark.artifact;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.aether.RequestTrace;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** A line at the start of a download, and one for every tenth of a big one. POMs and checksums get none. */
final class DownloadProgress extends AbstractTransferListener {
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
        name(event).ifPresent(name -> listener.accept("downloading " + name + (size > 0 ? ", " + words(size) : "")));
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
        return bytes < MEGA ? Math.max(1, bytes / 1_000) + " kB" : String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
    }
}

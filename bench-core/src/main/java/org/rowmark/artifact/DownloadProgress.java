package org.rowmark.artifact;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

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
        TransferResource resource = event.getResource();
        if (isWorthALine(resource)) {
            long size = resource.getContentLength();
            listener.accept("downloading " + name(resource) + (size > 0 ? ", " + words(size) : ""));
        }
    }

    @Override
    public void transferProgressed(TransferEvent event) {
        TransferResource resource = event.getResource();
        long size = resource.getContentLength();
        if (size < BIG || !isWorthALine(resource)) {
            return;
        }
        long tenth = event.getTransferredBytes() * 10 / size;
        Long before = tenths.put(resource.getResourceName(), tenth);
        if (tenth > (before == null ? 0 : before)) {
            listener.accept("downloading " + name(resource) + ": " + tenth * 10 + " %");
        }
    }

    private static boolean isWorthALine(TransferResource resource) {
        return resource.getTrace() != null
                && resource.getTrace().getData() instanceof ArtifactRequest request
                && !request.getArtifact().getExtension().equals("pom");
    }

    private static String name(TransferResource resource) {
        return DownloadErrors.name(((ArtifactRequest) resource.getTrace().getData()).getArtifact());
    }

    private static String words(long bytes) {
        return bytes < MEGA ? Math.max(1, bytes / 1_000) + " kB" : String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
    }
}

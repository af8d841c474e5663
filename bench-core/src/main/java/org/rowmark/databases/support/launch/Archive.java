package org.rowmark.databases.support.launch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** Unpacks what jars with binaries hold: a compressed tar, or the files as they are. */
final class Archive {
    private static final int ANY_EXECUTE_BIT = 0111;

    /** Directories whose files are programs: jars often come without the bits that say so. */
    private static final Set<String> OF_PROGRAMS = Set.of("bin", "scripts");

    private Archive() {}

    /** @throws IOException if the jar holds nothing of that name, is damaged, or what is in it cannot be written */
    static void unpack(Path jar, String inside, ExtractionRoot tree) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(jar).get()) {
            if (inside.endsWith("/")) {
                unpackDirectory(zip, inside, tree);
                return;
            }
            ZipArchiveEntry archive = zip.getEntry(inside);
            if (archive == null) {
                throw new IOException("it holds no " + inside);
            }
            try (InputStream compressed = new BufferedInputStream(zip.getInputStream(archive));
                    InputStream plain = inside.endsWith(".txz")
                            ? new XZCompressorInputStream(compressed)
                            : new GzipCompressorInputStream(compressed);
                    TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
                unpackTar(tar, tree);
            }
        }
    }

    private static void unpackDirectory(ZipFile zip, String directory, ExtractionRoot tree) throws IOException {
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
            if (!entry.getName().startsWith(directory) || entry.isDirectory()) {
                continue;
            }
            String name = entry.getName().substring(directory.length());
            if (entry.isUnixSymlink()) {
                tree.link(name, zip.getUnixSymlink(entry));
            } else {
                try (InputStream content = zip.getInputStream(entry)) {
                    tree.file(name, isExecutable(entry.getUnixMode()) || isOfPrograms(name), content);
                }
            }
        }
    }

    private static void unpackTar(TarArchiveInputStream tar, ExtractionRoot tree) throws IOException {
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            if (entry.isDirectory()) {
                tree.directory(entry.getName());
            } else if (entry.isSymbolicLink()) {
                tree.link(entry.getName(), entry.getLinkName());
            } else if (entry.isLink()) {
                tree.hardLink(entry.getName(), entry.getLinkName());
            } else if (entry.isFile()) {
                tree.file(entry.getName(), isExecutable(entry.getMode()), tar);
            }
        }
    }

    private static boolean isExecutable(int mode) {
        return (mode & ANY_EXECUTE_BIT) != 0;
    }

    private static boolean isOfPrograms(String name) {
        Path parent = Path.of(name).getParent();
        return parent != null && OF_PROGRAMS.contains(parent.getFileName().toString());
    }
}

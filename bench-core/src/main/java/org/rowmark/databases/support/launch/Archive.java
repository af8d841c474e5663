package org.rowmark.databases.support.launch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.rowmark.util.FilePermissions;

/** The content of a jar with binaries: a compressed tar, or plain files. Nothing gets outside of its directory. */
final class Archive {
    private static final int ANY_EXECUTE_BIT = 0111;
    private static final String READABLE = "rw-r--r--";
    private static final String EXECUTABLE = "rwxr-xr-x";

    /** Files that are programs by their directory: jars have no executable bit. */
    private static final Pattern OF_PROGRAMS = Pattern.compile("(?:.*/)?(?:bin|scripts)/[^/]+");

    private final Path root;
    private final Map<Path, Path> links = new LinkedHashMap<>();

    private Archive(Path root) {
        this.root = root;
    }

    static void unpack(Path jar, String inside, Path directory) throws IOException {
        Files.createDirectory(directory);
        FilePermissions.set(directory, EXECUTABLE);
        Archive archive = new Archive(directory.toRealPath());
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            if (inside.endsWith("/")) {
                archive.unpackDirectory(zip, inside);
            } else {
                archive.unpackTar(zip, inside);
            }
        }
        archive.createLinks();
    }

    private void unpackDirectory(ZipFile zip, String directory) throws IOException {
        for (ZipEntry entry : Collections.list(zip.entries())) {
            if (entry.getName().startsWith(directory) && !entry.isDirectory()) {
                String name = entry.getName().substring(directory.length());
                try (InputStream content = zip.getInputStream(entry)) {
                    file(name, OF_PROGRAMS.matcher(name).matches(), content);
                }
            }
        }
    }

    private void unpackTar(ZipFile zip, String inside) throws IOException {
        ZipEntry archive = zip.getEntry(inside);
        if (archive == null) {
            throw new IOException("it holds no " + inside);
        }
        try (InputStream compressed = new BufferedInputStream(zip.getInputStream(archive));
                InputStream plain = inside.endsWith(".txz")
                        ? new XZCompressorInputStream(compressed)
                        : new GzipCompressorInputStream(compressed);
                TarArchiveInputStream tar = new TarArchiveInputStream(plain)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isDirectory()) {
                    make(inside(entry.getName()));
                } else if (entry.isSymbolicLink()) {
                    link(entry.getName(), entry.getLinkName());
                } else if (entry.isLink()) {
                    Path link = inside(entry.getName());
                    make(link.getParent());
                    Files.createLink(link, inside(entry.getLinkName()));
                } else if (entry.isFile()) {
                    file(entry.getName(), (entry.getMode() & ANY_EXECUTE_BIT) != 0, tar);
                }
            }
        }
    }

    private void file(String name, boolean executable, InputStream content) throws IOException {
        Path file = inside(name);
        make(file.getParent());
        Files.copy(content, file);
        FilePermissions.set(file, executable ? EXECUTABLE : READABLE);
    }

    private void link(String name, String target) throws IOException {
        Path link = inside(name);
        make(link.getParent());
        links.put(link, Path.of(target));
    }

    /** Creates the links behind all files and directories, so that none is written through them, and removes bad ones. */
    private void createLinks() throws IOException {
        for (Map.Entry<Path, Path> link : links.entrySet()) {
            Files.createSymbolicLink(link.getKey(), link.getValue());
        }
        for (Path link : links.keySet()) {
            if (!leadsInside(link)) {
                Files.delete(link);
            }
        }
    }

    /** Returns whether the end of a link exists and is not outside. */
    private boolean leadsInside(Path link) throws IOException {
        try {
            return link.toRealPath().startsWith(root);
        } catch (FileSystemException e) { // nowhere, or in a circle
            return false;
        }
    }

    private Path inside(String name) throws IOException {
        try {
            Path path = root.resolve(name).normalize();
            if (path.startsWith(root)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new IOException("its entry '" + name + "' is no path here", e);
        }
        throw new IOException("its entry '" + name + "' is outside of it");
    }

    private static void make(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            make(directory.getParent());
            Files.createDirectory(directory);
            FilePermissions.set(directory, EXECUTABLE);
        }
    }
}

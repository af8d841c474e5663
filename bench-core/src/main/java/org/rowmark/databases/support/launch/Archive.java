package org.rowmark.databases.support.launch;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.rowmark.util.FilePermissions;

/** The content of a jar with binaries: a compressed tar, or plain files. */
final class Archive {
    private static final int ANY_EXECUTE_BIT = 0111;

    /** Directories whose files are programs: the executable bit is often missing in jars. */
    private static final Set<String> OF_PROGRAMS = Set.of("bin", "scripts");

    private Archive() {}

    /**
     * Unpacks an archive, or a directory, of the jar.
     *
     * @param directory is created
     * @throws IOException if the jar contains nothing of that name, is damaged, or its content cannot be written
     */
    static void unpack(Path jar, String inside, Path directory) throws IOException {
        ExtractionRoot tree = ExtractionRoot.at(directory);
        try (ZipFile zip = ZipFile.builder().setPath(jar).get()) {
            if (inside.endsWith("/")) {
                unpackDirectory(zip, inside, tree);
                tree.requireLinksInside();
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
                tree.requireLinksInside();
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

    /**
     * The directory that an archive is unpacked into, readable by everybody. Nothing is written outside, whatever the
     * archive contains.
     *
     * @param root an existing directory, without links in its path
     */
    private record ExtractionRoot(Path root) {
        private static final String READABLE = "rw-r--r--";
        private static final String EXECUTABLE = "rwxr-xr-x";

        /** Links that lead to links, as on Linux. */
        private static final int MOST_LINKS = 40;

        /** Creates the directory. */
        static ExtractionRoot at(Path directory) throws IOException {
            Files.createDirectory(directory);
            FilePermissions.set(directory, EXECUTABLE);
            return new ExtractionRoot(directory.toRealPath());
        }

        void directory(String name) throws IOException {
            make(inside(name));
        }

        void file(String name, boolean executable, InputStream content) throws IOException {
            Path file = inside(name);
            make(file.getParent());
            Files.copy(content, file);
            FilePermissions.set(file, executable ? EXECUTABLE : READABLE);
        }

        /** Creates a link unless it leads outside, to a file of this machine. */
        void link(String name, String target) throws IOException {
            Path link = inside(name);
            if (link.getParent().resolve(target).normalize().startsWith(root)) {
                make(link.getParent());
                Files.createSymbolicLink(link, Path.of(target));
            }
        }

        void hardLink(String name, String existing) throws IOException {
            Path link = inside(name);
            Path file = inside(existing);
            if (!file.toRealPath().startsWith(root)) {
                throw outside(existing);
            }
            make(link.getParent());
            Files.createLink(link, file);
        }

        /** Requires that no link leads outside by way of others, whatever the order in which they were created. */
        void requireLinksInside() throws IOException {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                    if (end(link, MOST_LINKS).isEmpty()) {
                        throw outside(root.relativize(link).toString());
                    }
                }
            }
        }

        /** Follows a link, whose end need not exist; returns empty if the way leads outside or is too long. */
        private Optional<Path> end(Path link, int mostLinks) throws IOException {
            Path target = Files.readSymbolicLink(link);
            if (target.isAbsolute() || mostLinks == 0) {
                return Optional.empty();
            }
            Path at = link.getParent();
            for (Path step : target) {
                at = at.resolve(step).normalize(); // what it is resolved against has no links
                if (!at.startsWith(root)) {
                    return Optional.empty();
                }
                if (Files.isSymbolicLink(at)) {
                    Optional<Path> end = end(at, mostLinks - 1);
                    if (end.isEmpty()) {
                        return end;
                    }
                    at = end.get();
                }
            }
            return Optional.of(at);
        }

        private Path inside(String name) throws IOException {
            Path path;
            try {
                path = root.resolve(name).normalize();
            } catch (InvalidPathException e) {
                throw new IOException("its entry '" + name + "' is no path here", e);
            }
            if (!path.startsWith(root)) {
                throw outside(name);
            }
            return path;
        }

        /** Creates a directory and its parents. */
        private void make(Path directory) throws IOException {
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                // Several links of the archive may lead out together, though each alone does not.
                if (!directory.toRealPath().startsWith(root)) {
                    throw outside(root.relativize(directory).toString());
                }
                return;
            }
            make(directory.getParent());
            Files.createDirectory(directory);
            FilePermissions.set(directory, EXECUTABLE);
        }

        private static IOException outside(String name) {
            return new IOException("its entry '" + name + "' is outside of it");
        }
    }
}

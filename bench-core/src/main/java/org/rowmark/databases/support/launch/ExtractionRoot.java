package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A directory that an archive is unpacked into; everybody may read it. Nothing gets outside, whatever the archive says.
 *
 * @param root an existing directory, without links in its path
 */
record ExtractionRoot(Path root) {
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");

    /** A new tree, with the directory made. */
    static ExtractionRoot at(Path directory) throws IOException {
        Files.createDirectory(directory);
        permit(directory, EXECUTABLE);
        return new ExtractionRoot(directory.toRealPath());
    }

    void directory(String name) throws IOException {
        make(inside(name));
    }

    void file(String name, boolean executable, InputStream content) throws IOException {
        Path file = inside(name);
        make(file.getParent());
        Files.copy(content, file);
        permit(file, executable ? EXECUTABLE : READABLE);
    }

    /** A link to elsewhere is left out: it would lead to whatever lies there on this machine. */
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

    /** Makes a directory and those above it. */
    private void make(Path directory) throws IOException {
        if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            // Links of the archive's own may together lead out, though each alone does not.
            if (!directory.toRealPath().startsWith(root)) {
                throw outside(root.relativize(directory).toString());
            }
            return;
        }
        make(directory.getParent());
        Files.createDirectory(directory);
        permit(directory, EXECUTABLE);
    }

    private static IOException outside(String name) {
        return new IOException("its entry '" + name + "' lies outside of it");
    }

    private static void permit(Path path, Set<PosixFilePermission> permissions) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(permissions);
        }
    }
}

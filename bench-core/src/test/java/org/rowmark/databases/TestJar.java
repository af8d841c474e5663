package org.rowmark.databases;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorOutputStream;

/** A jar with a server's files, made by hand. */
public final class TestJar {

    /** Adds entries to a tar. */
    @FunctionalInterface
    public interface Content {
        void addTo(TestTar tar) throws IOException;
    }

    /** Adds entries to a tar. */
    public record TestTar(TarArchiveOutputStream out) {
        public TestTar file(String name, int mode, String content) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, true);
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            entry.setMode(mode);
            return add(entry, bytes);
        }

        public TestTar link(String name, String target) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK, true);
            entry.setLinkName(target);
            return add(entry, new byte[0]);
        }

        private TestTar add(TarArchiveEntry entry, byte[] content) throws IOException {
            entry.setSize(content.length);
            out.putArchiveEntry(entry);
            out.write(content);
            out.closeArchiveEntry();
            return this;
        }
    }

    private TestJar() {}

    /** A jar with a compressed tar; its name shows how it is compressed. */
    public static void withTar(Path jar, String name, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream compressed = name.endsWith(".txz")
                        ? new XZCompressorOutputStream(bytes)
                        : new GzipCompressorOutputStream(bytes);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(compressed)) {
            content.addTo(new TestTar(tar));
        }
        withFiles(jar, name, bytes.toByteArray());
    }

    /** A jar with a file of that content under each name, without execute bits. */
    public static void withDirectory(Path jar, String... names) throws IOException {
        Files.createDirectories(jar.getParent());
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(jar)) {
            for (String name : names) {
                put(zip, name, name.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void withFiles(Path jar, String name, byte[] content) throws IOException {
        Files.createDirectories(jar.getParent());
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(jar)) {
            put(zip, name, content);
        }
    }

    private static void put(ZipArchiveOutputStream zip, String name, byte[] content) throws IOException {
        zip.putArchiveEntry(new ZipArchiveEntry(name));
        zip.write(content);
        zip.closeArchiveEntry();
    }
}

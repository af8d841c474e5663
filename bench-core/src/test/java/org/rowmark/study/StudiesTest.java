package org.rowmark.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudiesTest {
    @TempDir
    Path temp;

    @Test
    void reads_the_studies_of_a_jar_whose_file_system_is_open_already() throws IOException {
        Path jar = Files.createDirectory(temp.resolve("a b")).resolve("studies+1.jar");
        writeJar(jar);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (FileSystem open = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
                URLClassLoader ofJar = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(ofJar);

            assertThat(Studies.named("of-a-jar").name()).isEqualTo("of-a-jar");
            assertThat(open.isOpen()).isTrue();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void writeJar(Path jar) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(bytes)) {
            out.putNextEntry(new JarEntry("studies/"));
            out.putNextEntry(new JarEntry("studies/of-a-jar.yaml"));
            out.write("question: Does it work?\nworkloads:\n  ping:\ntargets: [h2]\n".getBytes(StandardCharsets.UTF_8));
        }
    }
}

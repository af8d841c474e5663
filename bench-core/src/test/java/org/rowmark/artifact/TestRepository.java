package org.rowmark.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/** A Maven repository in a directory. All artifacts are {@code org.example:NAME:1}. */
public record TestRepository(Path directory) {

    /** Adds a jar whose content is its name. */
    public TestRepository jar(String name) throws IOException {
        write(file(name, ".jar"), name);
        return this;
    }

    /** Adds the description of a jar; each dependency is {@code NAME}, or {@code NAME scope}, or {@code NAME optional}. */
    public TestRepository pom(String name, String... dependencies) throws IOException {
        StringBuilder pom = new StringBuilder(
                "<project><modelVersion>4.0.0</modelVersion>" + "<groupId>org.example</groupId><artifactId>" + name
                        + "</artifactId><version>1</version><dependencies>");
        for (String dependency : dependencies) {
            String[] words = dependency.split(" ", 2);
            String kind = words.length == 1 ? "compile" : words[1];
            pom.append("<dependency><groupId>org.example</groupId><artifactId>" + words[0]
                    + "</artifactId><version>1</version>"
                    + (kind.equals("optional") ? "<optional>true</optional>" : "<scope>" + kind + "</scope>")
                    + "</dependency>");
        }
        write(file(name, ".pom"), pom + "</dependencies></project>");
        return this;
    }

    public Path file(String name, String end) {
        return directory.resolve(Path.of("org", "example", name, "1", name + "-1" + end));
    }

    public String url() {
        return directory.toUri().toString();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.writeString(
                file.resolveSibling(file.getFileName() + ".sha1"),
                DigestUtils.sha1Hex(text.getBytes(StandardCharsets.UTF_8)));
    }
}

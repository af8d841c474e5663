package org.rowmark.report.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The script in the page, which makes controls for what the page holds already. It stands in the page itself, and the
 * page's policy names its hash: no other script runs, whatever gets into the page.
 */
final class PageScript {
    /** In the order in which they need each other. */
    private static final List<String> FILES =
            List.of("numbers", "distributions", "comparison", "plot", "table", "export", "page");

    /** What stands between the tags, to the character. */
    static final String TEXT = FILES.stream()
            .map(PageScript::file)
            .collect(Collectors.joining("\n", "\n(() => {\n'use strict';\n\n", "})();\n"));

    /** As a Content-Security-Policy names it. */
    static final String HASH = "sha256-" + Base64.getEncoder().encodeToString(sha256(TEXT));

    private PageScript() {}

    /** Text of one of the files; browsers read every end of a line as a line feed, and hash that. */
    static String file(String name) {
        String path = "script/" + name + ".js";
        try (InputStream file = PageScript.class.getResourceAsStream(path)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

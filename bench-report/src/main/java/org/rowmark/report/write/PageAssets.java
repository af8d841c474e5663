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
 * The style sheet and the script that the page contains. The script makes controls for what the page contains already;
 * the page's policy names its hash, so that no other script runs, whatever content the page contains.
 */
final class PageAssets {
    static final String STYLE = file("report.css");

    /** The exact text between the script's tags. */
    static final String SCRIPT = List.of("table", "page").stream()
            .map(name -> file("script/" + name + ".js"))
            .collect(Collectors.joining("\n", "\n(() => {\n'use strict';\n\n", "})();\n"));

    /** The hash of the script, as a Content-Security-Policy names it. */
    static final String HASH = "sha256-" + Base64.getEncoder().encodeToString(sha256(SCRIPT));

    private PageAssets() {}

    /** Reads a file with line feeds only: browsers read every end of a line as a line feed, and hash that. */
    private static String file(String name) {
        try (InputStream file = PageAssets.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
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

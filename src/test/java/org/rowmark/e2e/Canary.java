package org.rowmark.e2e;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Passwords that tests give to runs and look for in what they leave. */
public final class Canary {
    /** Has what JSON, HTML, URLs or shells encode or quote; a YAML text with or without single quotes is the same. */
    public static final String PASSWORD = "Canary\"\\&<$7f3a-canary";

    public static final String PASSWORD_IN_URL = URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8);

    /** Of a driver's property, and no user's. */
    public static final String DRIVERS = "Canary\"\\&<$51c2-canary";

    /** How both end, with nothing that is encoded. */
    public static final String END = "-canary";

    private Canary() {}

    /** Returns the files below a directory that hold one. */
    public static List<Path> filesHolding(Path root) throws IOException {
        return filesHolding(root, END);
    }

    /** Returns the files below a directory that hold a text. */
    public static List<Path> filesHolding(Path root, String text) throws IOException {
        List<Path> holding = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    holding.add(file);
                }
            }
        }
        return holding;
    }
}

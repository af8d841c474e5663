package org.rowmark.util;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** An output stream that splits text in UTF-8 into lines. */
public final class LineSplitter extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Consumer<String> lines;

    /** @param lines takes each line without its end */
    public LineSplitter(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int value) {
        if (value == '\n') {
            pass();
        } else {
            line.write(value);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /** Writes text with or without line ends. */
    public void print(String text) {
        byte[] bytes = text.replace("\r", "").getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
    }

    @Override
    public synchronized void close() {
        if (line.size() > 0) {
            pass();
        }
    }

    private void pass() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        lines.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}

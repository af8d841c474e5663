package org.rowmark.run.fork;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Makes lines of text of bytes that come in pieces, in UTF-8. */
final class LineSplitter extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Consumer<String> lines;

    /** @param lines gets each line without its end */
    LineSplitter(Consumer<String> lines) {
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

    /** Passes on a last line without an end. */
    synchronized void end() {
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
